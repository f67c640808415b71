// Removes rank by rank until a text is as short as was asked. The ranks are the same for every rate, so a higher rate keeps
// a subset of what a lower one keeps.

import type { KeptSpans } from '../../../../core/text/spans.ts'
import type { Parts } from '../reading/parts.ts'
import type { Prose } from '../reading/prose.ts'
import { keptSpans } from './kept-spans.ts'
import { Remains } from './remains.ts'

export interface Selection {
  /** Everything with a rank up to this is gone; -1 if nothing is. */
  readonly removedUpTo: number
  readonly kept: KeptSpans
  readonly floorReached: boolean
}

/** Which parts to look at when each rank is removed: indexes, rank by rank. */
interface Removals {
  /** Where the indexes of each rank begin in `order`; the last entry is where they end. */
  readonly starts: Int32Array
  readonly order: Int32Array
}

/** A part is looked at when it goes and, if it opens a chunk, when the white space before it goes. */
const removalsOf = ({ columns, count, chunk, removalRank, spaceRank }: Parts, last: number): Removals => {
  const ranks = columns.int32(2 * count)
  const starts = columns.int32(last + 2)
  const counted = (rank: number): number => {
    if (rank < 0 || rank > last) return -1
    starts[rank + 1] = (starts[rank + 1] ?? 0) + 1
    return rank
  }
  for (let at = 0; at < count; at++) {
    const rank = removalRank[at] ?? 0
    const space = spaceRank[at] ?? 0
    ranks[2 * at] = counted(rank)
    ranks[2 * at + 1] = chunk[at] !== chunk[at - 1] && space !== rank ? counted(space) : -1
  }
  for (let rank = 0; rank <= last; rank++) starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0)
  const order = columns.int32(starts[last + 1] ?? 0)
  const free = starts.slice()
  for (let removal = 0; removal < ranks.length; removal++) {
    const rank = ranks[removal] ?? -1
    if (rank < 0) continue
    const next = free[rank] ?? 0
    order[next] = removal >> 1
    free[rank] = next + 1
  }
  return { starts, order }
}

export interface Aim {
  /** Exact o200k tokens of the whole text. */
  readonly tokens: number
  readonly target: number
  readonly tolerance: number
  /** No higher rank may be removed. */
  readonly until: number
}

/**
 * Removes tokens until `target` is met within `tolerance`. If one step leads too far, nothing more may go, or too much was counted
 * again, the result is the shortest text on the way: now and then a text has more tokens without a word than with it.
 */
export const select = (prose: Prose, { tokens: before, target, tolerance, until }: Aim): Selection => {
  const remains = new Remains(prose, before)
  const { parts } = prose
  const { starts, order } = removalsOf(parts, until)
  let best = { removedUpTo: -1, tokens: before }
  for (let rank = 0; rank <= until && best.tokens > target + tolerance; rank++) {
    for (let removal = starts[rank] ?? 0; removal < (starts[rank + 1] ?? 0) && !remains.isExhausted; removal++)
      remains.remove(order[removal] ?? 0, rank)
    const { tokens, isExhausted } = remains
    if (isExhausted || tokens < target - tolerance) break
    if (tokens <= best.tokens) best = { removedUpTo: rank, tokens }
  }
  const { removedUpTo, tokens } = best
  return { removedUpTo, kept: keptSpans(prose, removedUpTo), floorReached: tokens > target + tolerance }
}
