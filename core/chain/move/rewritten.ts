// What the provider takes in again if a segment is the first to change: what stands from there up to the last end that it reads. Pure.

import type { Chain } from '../chain.ts'
import type { ReadableEnd } from '../held/cached-ends.ts'
import { tokensBetween } from '../record/counts.ts'
import { type ChainState, rateOf, type SegmentState } from '../record/state.ts'
import { charactersWithoutRead, isReadBefore, rateOfRest, tokensBehindOf } from './candidates.ts'
import type { Layout } from './layout.ts'

/** What is sent, and up to where it is read. */
interface Read {
  readonly states: readonly SegmentState[]
  readonly layout: Layout
  /** The last end that is surely read; and those that last, the last one first. */
  readonly last: ReadableEnd
  readonly lasting: () => readonly ReadableEnd[]
}

/** The end before a segment that is read up to when the segment changes. */
const endBefore = (readable: readonly ReadableEnd[], turn: number): ReadableEnd | undefined =>
  readable.find((end) => end.asSent && end.turn < turn)

/** Of each segment, and how much stands behind the last end anyway; in tokens. */
export const rewritingOf = (
  chain: Pick<Chain, 'asked' | 'prices'>,
  state: Pick<ChainState, 'counts' | 'inputTokens' | 'tokensPerCharacter'>,
  { states, layout, last, lasting }: Read,
): { readonly unreadAnyway: number; readonly rewrittenFrom: (index: number) => number } => {
  const { asked } = chain
  const { counts = [], inputTokens } = state
  const tokensPerCharacter = rateOf(state)
  // Markers are of a provider whose tokens are not the engine's.
  const perCharacter =
    asked.surelyEnds === 'anywhere'
      ? rateOfRest(states, layout, { inputTokens, tokensPerCharacter })
      : tokensPerCharacter
  const tokensBehind = tokensBehindOf(states, layout, perCharacter)
  const behindEnd = (end: ReadableEnd): number => tokensBehind(end.segments, layout.charactersBehind(end))
  const unreadAnyway = behindEnd(last)
  /** What is gained is in the engine's tokens: a count that is smaller says nothing of what is left. */
  const sinceEnd = (end: ReadableEnd): number =>
    Math.max(tokensBetween(counts, end.turn, last.turn) ?? 0, behindEnd(end) - unreadAnyway)
  const rewrittenFrom = (index: number): number => {
    const { turn = 0, charactersBehind = 0 } = layout.segments[index] ?? {}
    const end = endBefore(lasting(), turn)
    if (isReadBefore(layout, charactersBehind, chain, perCharacter)) {
      const behind = tokensBehind(index, charactersBehind)
      return end === undefined ? behind - unreadAnyway : sinceEnd(end) - (behindEnd(end) - behind)
    }
    if (end !== undefined && asked.surelyEnds !== 'anywhere') return sinceEnd(end)
    return tokensBehind(0, charactersWithoutRead(layout, chain, perCharacter)) - unreadAnyway
  }
  return { unreadAnyway, rewrittenFrom }
}
