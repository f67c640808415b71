// Turns scores into removal ranks: the one order in which the parts of a text go, whatever the rate. A rate keeps what ranks
// above some rank, so a higher rate always keeps a subset. Grammar survives because some parts may not outrank others.

import type { PairedMarks } from '../reading/pairs.ts'
import type { Prose } from '../reading/prose.ts'
import { bindMarks } from './bindings.ts'
import { orderWords, type RemovalRanks } from './order.ts'

/** Sets `removalRank` and `spaceRank` of every part. Below the score `dispensable` a text loses little. */
export const schedule = (prose: Prose, marks: PairedMarks, dispensable: number): RemovalRanks => {
  const ranks = orderWords(prose, dispensable)
  bindMarks(prose, marks)
  return ranks
}
