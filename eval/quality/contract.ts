// What the contract of an engine says of every text: exact counts, the same twice, the rate met, more at a higher rate and
// never something else, the lossless stage done once. Counts; explains nothing.

import type { Engine } from '../../compressor/engines/engine.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { losslessSpans } from '../../core/lossless/lossless.ts'
import { type KeptSpans, sliceSpans } from '../../core/text/spans.ts'
import { isWhole } from './retention.ts'
import { type Measure, measuresOf, Tallies } from './tallies.ts'

const rates = [0.1, 0.2, 0.3, 0.5, 0.7, 0.9]
/** Tokens that a rate may be missed by, and half a one because a target is made whole. */
const tolerance = (tokens: number): number => Math.max(1, 0.005 * tokens) + 0.5

export interface ContractRow {
  readonly engine: string
  readonly texts: number
  readonly measures: Readonly<Record<string, Measure>>
  /** Mean and 95th percentile of tokens that a rate was missed by, in percent of the text; where pins did not forbid it. */
  readonly missed?: { readonly mean: number; readonly p95: number }
}

const one = (holds: boolean): [number, number] => [1, holds ? 1 : 0]

const isWithin = (inner: KeptSpans, outer: KeptSpans): boolean => inner.every((span) => isWhole(outer, span))

const isOrdered = (text: string, kept: KeptSpans): boolean =>
  kept.every(([start, end], at) => start < end && start >= (kept[at - 1]?.[1] ?? 0) && end <= text.length)

/** One engine on texts. `byRate`: it takes a rate. */
export const contractOf = (engine: Engine, texts: readonly string[], byRate: boolean): ContractRow => {
  const documents = texts.map(() => new Tallies())
  const misses: number[] = []
  const first = texts.map((text) => engine.compress(text, {}))
  texts.forEach((text, at) => {
    const tallies = documents[at]
    const result = first[at]
    if (tallies === undefined || result === undefined) return
    // Behind all other texts: what an engine remembers of them must not show.
    tallies.add('same twice', one(JSON.stringify(engine.compress(text, {})) === JSON.stringify(result)))
    tallies.add('shortened', one('kept' in result))
    if ('kept' in result) {
      tallies.add('spans in order', one(isOrdered(text, result.kept)))
      tallies.add('counts exact', one(result.tokensAfter === countTokens(sliceSpans(text, result.kept))))
      const again = engine.compress(sliceSpans(text, result.kept), {})
      tallies.add('rest stays', [result.tokensAfter, 'kept' in again ? again.tokensAfter : result.tokensAfter])
    }
    let more: KeptSpans = [[0, text.length]]
    for (const rate of byRate ? rates : []) {
      const asked = engine.compress(text, { rate })
      if (!('kept' in asked)) continue
      const target = asked.tokensBefore * (1 - rate)
      const over = asked.tokensAfter - target
      const met = Math.abs(over) <= tolerance(asked.tokensBefore)
      tallies.add('rate met or floor said', one(met || (asked.floorReached && over > 0)))
      tallies.add('floor said', one(asked.floorReached))
      tallies.add('more at a higher rate', one(isWithin(asked.kept, more)))
      if (!asked.floorReached) misses.push((100 * Math.abs(over)) / asked.tokensBefore)
      more = asked.kept
    }
  })
  misses.sort((one, other) => one - other)
  const mean = misses.reduce((sum, each) => sum + each, 0) / misses.length
  const missed = { mean, p95: misses[Math.floor(misses.length * 0.95)] ?? 0 }
  return {
    engine: engine.version,
    texts: texts.length,
    measures: measuresOf(documents),
    ...(misses.length === 0 ? {} : { missed }),
  }
}

/** The lossless stage: done once, nothing is left to do. */
export const losslessContract = (texts: readonly string[]): ContractRow => ({
  engine: 'lossless stage',
  texts: texts.length,
  measures: measuresOf(
    texts.map((text) => {
      const kept = losslessSpans(text)
      const tallies = new Tallies().add('shortened', one(kept !== undefined))
      if (kept === undefined) return tallies
      const left = sliceSpans(text, kept)
      return tallies
        .add('spans in order', one(isOrdered(text, kept)))
        .add('idempotent', one(losslessSpans(left) === undefined))
    }),
  ),
})
