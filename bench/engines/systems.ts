// What shortens the results of recorded runs: the engine at a budget, and the baselines at a share of tokens.

import type { Engine } from '../../compressor/engine.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { losslessSpans } from '../../core/lossless/lossless.ts'
import { type KeptSpans, sliceSpans } from '../../core/spans.ts'
import type { Block } from './carriers.ts'
import type { Corpus } from './corpora.ts'
import { keepPieces, pieceBaselines } from './pieces.ts'
import type { KeptAt } from './survival.ts'
import { digestOf } from './transcripts.ts'

/** A corpus with each result's tokens. */
export interface Measured extends Corpus {
  readonly blocks: readonly Block[]
  readonly tokens: ReadonlyMap<Block, number>
  readonly total: number
}

export interface System {
  readonly name: string
  /** Share of all tokens of the results that went. */
  readonly removed: number
  readonly keptAt: KeptAt
}

export const measured = (corpus: Corpus): Measured => {
  const blocks = corpus.runs.flatMap(({ results }) => results)
  const tokens = new Map(blocks.map((block) => [block, countTokens(block.text)]))
  return { ...corpus, blocks, tokens, total: [...tokens.values()].reduce((sum, each) => sum + each, 0) }
}

type Keep = (block: Block) => { readonly kept: KeptSpans; readonly tokens?: number } | undefined

const apply = (corpus: Measured, name: string, keep: Keep): System => {
  const kept = new Map<Block, KeptSpans>()
  let after = 0
  for (const block of corpus.blocks) {
    const result = keep(block)
    if (result !== undefined) kept.set(block, result.kept)
    after +=
      result === undefined
        ? (corpus.tokens.get(block) ?? 0)
        : (result.tokens ?? countTokens(sliceSpans(block.text, result.kept)))
  }
  return { name, removed: 1 - after / corpus.total, keptAt: (block) => kept.get(block) }
}

/** A version of the engine; where each repository has a model of its own, the block decides. */
export interface Contender {
  readonly name: string
  readonly engineFor: (block: Block) => Engine
}

const engineAt =
  ({ engineFor }: Contender, budget: number | undefined): Keep =>
  (block) => {
    const result = engineFor(block).compress(block.text, budget === undefined ? {} : { budget })
    return 'kept' in result ? { kept: result.kept, tokens: result.tokensAfter } : undefined
  }

/** The engine with the rate that it picks by itself. */
export const byItself = (corpus: Measured, contender: Contender): System =>
  apply(corpus, `${contender.name}, own rate`, engineAt(contender, undefined))

const steps = 100
const budgetAt = (step: number): number => 0.5 + step / (2 * steps)

/** One in this many results is enough to look for a budget. */
const sampled = 8

/** The first of the steps from which on at least the share is removed, by a sample. */
const stepNear = (corpus: Measured, contender: Contender, removal: number): number => {
  const blocks = corpus.blocks.filter((_, at) => at % sampled === 0)
  const total = blocks.reduce((sum, block) => sum + (corpus.tokens.get(block) ?? 0), 0)
  let [low, high] = [0, steps]
  while (low < high) {
    const middle = (low + high) >> 1
    if (apply({ ...corpus, blocks, total }, '', engineAt(contender, budgetAt(middle))).removed < removal)
      low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The engine at the budget that removes the share. Between two neighbouring budgets, some texts get the one and some the
 * other, by their digest. Beyond what the largest budget removes, the largest.
 */
export const atRemoval = (corpus: Measured, contender: Contender, removal: number): System => {
  const removedAt = (step: number): number =>
    apply(corpus, '', engineAt(contender, budgetAt(Math.max(0, Math.min(steps, step))))).removed
  let step = stepNear(corpus, contender, removal)
  let [removed, next] = [removedAt(step - 1), removedAt(step)]
  while (removed > removal && step > 1) {
    step -= 1
    ;[removed, next] = [removedAt(step - 1), removed]
  }
  while (next < removal && step < steps) {
    step += 1
    ;[removed, next] = [next, removedAt(step)]
  }
  const [less, more] = [
    engineAt(contender, budgetAt(Math.max(0, step - 1))),
    engineAt(contender, budgetAt(Math.min(steps, step))),
  ]
  const byMore = new Set<string>()
  const byText = new Map<string, Block[]>()
  for (const block of corpus.blocks) byText.set(block.text, [...(byText.get(block.text) ?? []), block])
  for (const [text, blocks] of [...byText].sort(([one], [other]) => digestOf(one) - digestOf(other))) {
    if (removed >= removal) break
    byMore.add(text)
    for (const block of blocks) {
      const tokens = corpus.tokens.get(block) ?? 0
      removed += ((less(block)?.tokens ?? tokens) - (more(block)?.tokens ?? tokens)) / corpus.total
    }
  }
  return apply(corpus, `${contender.name}, budget ${budgetAt(step).toFixed(3)}`, (block) =>
    (byMore.has(block.text) ? more : less)(block),
  )
}

/** The lossless depth alone. */
export const whitespaceOnly = (corpus: Measured): System =>
  apply(corpus, 'whitespace only', ({ text }) => {
    const kept = losslessSpans(text)
    return kept === undefined ? undefined : { kept }
  })

/** At each turn the oldest results go, until the share of what has been seen is gone. */
const dropOldest = (corpus: Measured, removal: number): System => {
  const goneAt = new Map<Block, ReadonlyMap<number, boolean>>()
  for (const { references, results } of corpus.runs) {
    const gone = new Map(results.map((block) => [block, new Map<number, boolean>()]))
    for (const message of new Set(references.map(({ usedAt }) => usedAt))) {
      const seen = results.filter((block) => block.message < message)
      const all = seen.reduce((sum, block) => sum + (corpus.tokens.get(block) ?? 0), 0)
      let dropped = 0
      for (const block of seen) {
        const tokens = corpus.tokens.get(block) ?? 0
        const goes = dropped + tokens <= removal * all
        if (goes) dropped += tokens
        gone.get(block)?.set(message, goes)
      }
    }
    for (const [block, byMessage] of gone) goneAt.set(block, byMessage)
  }
  return {
    name: 'drop oldest results',
    removed: removal,
    keptAt: (block, message) => (goneAt.get(block)?.get(message) === true ? [] : undefined),
  }
}

/** All baselines at a share of removed tokens. */
export const baselinesAt = (corpus: Measured, removal: number): System[] => [
  ...Object.keys(pieceBaselines).map((name) => {
    const keep = keepPieces(name)
    return apply(corpus, name, ({ text }) => ({ kept: keep(text, 1 - removal) }))
  }),
  dropOldest(corpus, removal),
]
