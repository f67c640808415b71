// What shortens the results of recorded runs: the engine at a budget, and the baselines at a share of tokens.

import { adeline } from '../../compressor/engines/adeline/engine.ts'
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

type Keep = (text: string) => { readonly kept: KeptSpans; readonly tokens?: number } | undefined

const apply = (corpus: Measured, name: string, keep: Keep): System => {
  const kept = new Map<Block, KeptSpans>()
  let after = 0
  for (const block of corpus.blocks) {
    const result = keep(block.text)
    if (result !== undefined) kept.set(block, result.kept)
    after +=
      result === undefined
        ? (corpus.tokens.get(block) ?? 0)
        : (result.tokens ?? countTokens(sliceSpans(block.text, result.kept)))
  }
  return { name, removed: 1 - after / corpus.total, keptAt: (block) => kept.get(block) }
}

const engineAt =
  (budget: number | undefined): Keep =>
  (text) => {
    const result = adeline.compress(text, budget === undefined ? {} : { budget })
    return 'kept' in result ? { kept: result.kept, tokens: result.tokensAfter } : undefined
  }

/** The engine with the rate that it picks by itself. */
export const byItself = (corpus: Measured): System => apply(corpus, 'adeline-1, own rate', engineAt(undefined))

const steps = 100
const budgetAt = (step: number): number => 0.5 + step / (2 * steps)

/**
 * The engine at the budget that removes the share. Between two neighbouring budgets, some texts get the one and some the
 * other, by their digest. Beyond what the largest budget removes, the largest.
 */
export const atRemoval = (corpus: Measured, removal: number): System => {
  let [low, high] = [0, steps]
  while (low < high) {
    const middle = (low + high) >> 1
    if (apply(corpus, '', engineAt(budgetAt(middle))).removed < removal) low = middle + 1
    else high = middle
  }
  const [less, more] = [engineAt(budgetAt(Math.max(0, low - 1))), engineAt(budgetAt(low))]
  let removed = apply(corpus, '', less).removed
  const byMore = new Set<string>()
  const byText = new Map<string, number>()
  for (const { text } of corpus.blocks) byText.set(text, (byText.get(text) ?? 0) + 1)
  for (const [text, times] of [...byText].sort(([one], [other]) => digestOf(one) - digestOf(other))) {
    if (removed >= removal) break
    const tokens = countTokens(text)
    const saved = (less(text)?.tokens ?? tokens) - (more(text)?.tokens ?? tokens)
    byMore.add(text)
    removed += (times * saved) / corpus.total
  }
  return apply(corpus, `adeline-1, budget ${budgetAt(low).toFixed(3)}`, (text) =>
    (byMore.has(text) ? more : less)(text),
  )
}

/** The lossless depth alone. */
export const whitespaceOnly = (corpus: Measured): System =>
  apply(corpus, 'whitespace only', (text) => {
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
    return apply(corpus, name, (text) => ({ kept: keep(text, 1 - removal) }))
  }),
  dropOldest(corpus, removal),
]
