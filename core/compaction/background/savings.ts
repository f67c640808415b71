// What the forwarded representation of a request saves, in exact tokens wherever an engine has counted.

import { type SegmentState, tokensSavedIn } from '../../chain/record/state.ts'
import { estimatedTokens } from '../../text/estimated-tokens.ts'

export interface Savings {
  readonly segments: number
  readonly tokensSaved: number
  /** Part of them in messages that an earlier request had carried already. */
  readonly tokensSavedInPrefix: number
  /** Of each segment, in order. */
  readonly bySegment: readonly number[]
  /** Some counts are estimates, because the compressor did not answer in time. */
  readonly estimated: boolean
}

export const noSavings: Savings = {
  segments: 0,
  tokensSaved: 0,
  tokensSavedInPrefix: 0,
  bySegment: [],
  estimated: false,
}

/** What the forwarded representation of one segment leaves out. */
export interface Deletion {
  readonly deletedCharacters: number
  /** Whether an earlier request has carried the segment. */
  readonly inPrefix: boolean
}

/** The sum over all segments; `states` in the order of the deletions. */
export const savingsOf = (deletions: readonly Deletion[], states: readonly SegmentState[]): Savings => {
  let savings = noSavings
  const bySegment: number[] = deletions.map(() => 0)
  for (const [index, { deletedCharacters, inPrefix }] of deletions.entries()) {
    const state = states[index]
    const exact = state === undefined ? undefined : tokensSavedIn(state)
    if (deletedCharacters === 0 && (exact ?? 0) === 0) continue
    const tokens = exact ?? Math.floor(estimatedTokens(deletedCharacters))
    bySegment[index] = tokens
    savings = {
      bySegment,
      segments: savings.segments + 1,
      tokensSaved: savings.tokensSaved + tokens,
      tokensSavedInPrefix: savings.tokensSavedInPrefix + (inPrefix ? tokens : 0),
      estimated: savings.estimated || exact === undefined,
    }
  }
  return savings
}
