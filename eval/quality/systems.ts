// What shortens the texts of a set: engines by themselves, at a rate or at a budget, and the baselines at the same share of
// tokens. Says what each keeps; judges nothing.

import type { Engine, EngineParameters } from '../../compressor/engines/engine.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { type KeptSpans, sliceSpans } from '../../core/text/spans.ts'
import { digestOf } from '../../testkit/data/transcripts.ts'
import type { Block } from '../measures/carriers.ts'
import type { KeptAt } from '../measures/survival.ts'
import { type Baseline, withoutWhiteSpace } from './baselines.ts'

/** Texts with their tokens. */
export interface Texts {
  readonly blocks: readonly Block[]
  readonly tokens: ReadonlyMap<Block, number>
  readonly total: number
}

export interface System {
  readonly name: string
  /** Share of all tokens that went. */
  readonly removed: number
  readonly keptAt: KeptAt
  /** Texts that were left exactly as they came. */
  readonly untouched: number
}

/** A version of an engine; where each repository has a model of its own, the text decides. */
export interface Contender {
  readonly name: string
  readonly engineFor: (block: Block) => Engine
}

export const textsOf = (blocks: readonly Block[]): Texts => {
  const tokens = new Map(blocks.map((block) => [block, countTokens(block.text)]))
  return { blocks, tokens, total: [...tokens.values()].reduce((sum, each) => sum + each, 0) }
}

/** What is kept of a text, and how many tokens that has; `undefined` for everything. */
export type Keep = (block: Block) => { readonly kept: KeptSpans; readonly tokens: number } | undefined

/** The texts as `keep` leaves them. */
export const apply = (texts: Texts, name: string, keep: Keep): System => {
  const kept = new Map<Block, KeptSpans>()
  let after = 0
  for (const block of texts.blocks) {
    const result = keep(block)
    if (result !== undefined) kept.set(block, result.kept)
    after += result?.tokens ?? texts.tokens.get(block) ?? 0
  }
  const untouched = texts.blocks.length - kept.size
  return {
    name,
    removed: texts.total === 0 ? 0 : 1 - after / texts.total,
    keptAt: (block) => kept.get(block),
    untouched,
  }
}

const asked =
  ({ engineFor }: Contender, parameters: EngineParameters): Keep =>
  (block) => {
    const result = engineFor(block).compress(block.text, parameters)
    return 'kept' in result ? { kept: result.kept, tokens: result.tokensAfter } : undefined
  }

/** The engine with the rate that it picks by itself. */
export const byItself = (texts: Texts, contender: Contender): System =>
  apply(texts, contender.name, asked(contender, {}))

/** An engine that takes a rate, asked for that rate. */
export const atRate = (texts: Texts, contender: Contender, rate: number): System =>
  apply(texts, contender.name, asked(contender, { rate }))

const steps = 100
const parametersAt = (step: number): EngineParameters => ({
  budget: 0.5 + Math.max(0, Math.min(steps, step)) / (2 * steps),
})

/** How far past the share a text may lead that many runs have in common. */
const nearEnough = 0.0005

/** One in this many texts is enough to look for a budget. */
const sampled = 8

/** The first of the steps from which on at least the share is removed, by a sample. */
const stepNear = (texts: Texts, contender: Contender, removal: number): number => {
  const sample = textsOf(texts.blocks.filter((_, at) => at % sampled === 0))
  let [low, high] = [0, steps]
  while (low < high) {
    const middle = (low + high) >> 1
    if (apply(sample, '', asked(contender, parametersAt(middle))).removed < removal) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * An engine that takes a budget, at the one that removes the share. Between two neighbouring budgets, some texts get the one
 * and some the other, by their digest. Beyond what the largest budget removes, the largest.
 */
export const atBudget = (texts: Texts, contender: Contender, removal: number): System => {
  const removedAt = (step: number): number => apply(texts, '', asked(contender, parametersAt(step))).removed
  let step = stepNear(texts, contender, removal)
  let [removed, next] = [removedAt(step - 1), removedAt(step)]
  while (removed > removal && step > 1) {
    step -= 1
    ;[removed, next] = [removedAt(step - 1), removed]
  }
  while (next < removal && step < steps) {
    step += 1
    ;[removed, next] = [next, removedAt(step)]
  }
  const [less, more] = [asked(contender, parametersAt(step - 1)), asked(contender, parametersAt(step))]
  const byMore = new Set<string>()
  const byText = Map.groupBy(texts.blocks, ({ text }) => text)
  for (const [text, blocks] of [...byText].sort(([one], [other]) => digestOf(one) - digestOf(other))) {
    const tokensLess = blocks.reduce((sum, block) => {
      const tokens = texts.tokens.get(block) ?? 0
      return sum + (less(block)?.tokens ?? tokens) - (more(block)?.tokens ?? tokens)
    }, 0)
    if (removed + tokensLess / texts.total > removal + nearEnough) continue
    byMore.add(text)
    removed += tokensLess / texts.total
  }
  return apply(texts, contender.name, (block) => (byMore.has(block.text) ? more : less)(block))
}

const counted = ({ text }: Block, kept: KeptSpans) => ({ kept, tokens: countTokens(sliceSpans(text, kept)) })

/** A baseline at a share of removed tokens. */
export const simplyAt = (texts: Texts, { name, keep }: Baseline, removal: number): System =>
  apply(texts, name, (block) => counted(block, keep(block.text, 1 - removal)))

export const whiteSpaceOnly = (texts: Texts): System =>
  apply(texts, 'white space only', (block) => counted(block, withoutWhiteSpace(block.text)))

/** At each turn of a run its oldest results go, until the share of what has been seen is gone. */
export const dropOldest = (texts: Texts, runs: readonly (readonly Block[])[], removal: number): System => {
  const runOf = new Map(runs.flatMap((blocks) => blocks.map((block) => [block, blocks] as const)))
  const goneBefore = new Map<readonly Block[], Map<number, ReadonlySet<Block>>>()
  const goneAt = (run: readonly Block[], message: number): ReadonlySet<Block> => {
    const byMessage = goneBefore.get(run) ?? new Map<number, ReadonlySet<Block>>()
    goneBefore.set(run, byMessage)
    const known = byMessage.get(message)
    if (known !== undefined) return known
    const seen = run.filter((block) => block.message < message)
    let rest = removal * seen.reduce((sum, block) => sum + (texts.tokens.get(block) ?? 0), 0)
    const gone = new Set<Block>()
    for (const block of seen) {
      const tokens = texts.tokens.get(block) ?? 0
      if (tokens > rest) continue
      rest -= tokens
      gone.add(block)
    }
    byMessage.set(message, gone)
    return gone
  }
  return {
    name: 'drop oldest results',
    removed: removal,
    keptAt: (block, message) => (goneAt(runOf.get(block) ?? [], message).has(block) ? [] : undefined),
    untouched: 0,
  }
}
