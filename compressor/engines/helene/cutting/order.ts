// Turns scores into removal ranks: the one order in which words go, whatever the rate, groups as one, little words with what they belong
// to. A rate keeps what ranks above some rank, so a higher rate always keeps a subset. The ranks of punctuation and white space follow in
// bindings.ts.

import { UnitKind } from '../../../text/units.ts'
import { neverRemoved, type Parts } from '../reading/parts.ts'
import type { Prose } from '../reading/prose.ts'
import { WordClass } from '../words/function-words.ts'
import { raise } from './bindings.ts'

export interface RemovalRanks {
  /** The highest rank of anything that may go. */
  readonly last: number
  /** The highest rank of anything dispensable. */
  readonly lastDispensable: number
}

/** Whether a part has a rank of its own unless a group shares it. */
export const isRanked = ({ kind, primary, labels }: Parts, at: number): boolean => {
  const is = kind[at]
  return primary[at] === 1 || ((is === UnitKind.pause || is === UnitKind.dash) && labels[at] === 0)
}

/** Indexes of all parts with a rank of their own, by rising score; of equal ones the later part goes first. A counting sort: linear. */
const byScore = (parts: Parts): Int32Array => {
  const { columns, count, group, score } = parts
  const own = columns.int32(count)
  let found = 0
  let most = 0
  for (let at = count - 1; at >= 0; at--) {
    const first = group[at] ?? -1
    if (first < 0 ? !isRanked(parts, at) : first !== at) continue
    own[found++] = at
    most = Math.max(most, score[at] ?? 0)
  }
  const starts = columns.int32(most + 2)
  const scoreOf = (which: number): number => score[own[which] ?? 0] ?? 0
  for (let which = 0; which < found; which++) starts[scoreOf(which) + 1] = (starts[scoreOf(which) + 1] ?? 0) + 1
  for (let each = 0; each <= most; each++) starts[each + 1] = (starts[each + 1] ?? 0) + (starts[each] ?? 0)
  const order = columns.int32(found)
  for (let which = 0; which < found; which++) {
    const next = starts[scoreOf(which)] ?? 0
    order[next] = own[which] ?? 0
    starts[scoreOf(which)] = next + 1
  }
  return order
}

/** Gives every primary, comma and dash its rank by score; the parts of a group share one. */
const rankByScore = (parts: Parts, dispensable: number): RemovalRanks => {
  const { count, group, pinned, primary, content, score, removalRank } = parts
  let anyPinned = false
  for (let at = 0; at < count; at++) {
    if (pinned[at] !== 1) continue
    removalRank[at] = neverRemoved
    anyPinned = true
  }
  let rank = 0
  let lastDispensable = 0
  let dearest = -1
  for (const at of byScore(parts)) {
    removalRank[at] = pinned[at] === 1 ? neverRemoved : ++rank
    if (content[at] === 1 || (group[at] ?? 0) >= 0 || (primary[at] === 1 && dearest < 0)) dearest = at
    if ((score[at] ?? 0) < dispensable) lastDispensable = rank
  }
  // The result is never empty: if nothing is pinned, what scores highest stays.
  if (dearest >= 0 && !anyPinned) {
    pinned[dearest] = 1
    removalRank[dearest] = neverRemoved
  }
  for (let at = 0; at < count; at++) {
    const first = group[at] ?? -1
    if (first >= 0) removalRank[at] = removalRank[first] ?? neverRemoved
  }
  return { last: rank, lastDispensable }
}

const bindsToNext = (wordClass: number): boolean =>
  wordClass === WordClass.article || wordClass === WordClass.determiner || wordClass === WordClass.preposition

/**
 * Makes little words go no later than what they belong to, and words that limit a statement as late as anything that they
 * limit. Reads from the end, so that it is linear.
 */
const bindLittleWords = (parts: Parts, clauses: number, ranked: RemovalRanks): RemovalRanks => {
  const { columns, count, primary, content, pinned, group, clause, wordClass, removalRank } = parts
  const clauseRanks = columns.int32(clauses)
  for (let at = 0; at < count; at++)
    if (content[at] === 1 || wordClass[at] === WordClass.negation)
      raise(clauseRanks, clause[at] ?? 0, removalRank[at] ?? 0)
  /** One more than the index of the first part that has to go by each rank, and of the next one after each part; 0 for none. */
  const firstLeaving = columns.int32(ranked.last + 1)
  const nextLeaving = columns.int32(count)
  let here = -1
  /** The rank of the next run of content words in the clause; 0 if none follows. */
  let nextRank = 0
  /** The highest rank of the content words that follow in the clause. */
  let highest = 0
  let inRow = false
  for (let at = count - 1; at >= 0; at--) {
    if (primary[at] !== 1) continue
    const rank = removalRank[at] ?? 0
    if (clause[at] !== here) {
      here = clause[at] ?? 0
      nextRank = 0
      highest = 0
      inRow = false
    }
    if (content[at] === 1) {
      nextRank = inRow ? Math.max(nextRank, rank) : rank
      highest = Math.max(highest, nextRank)
      inRow = true
      continue
    }
    inRow = false
    if (pinned[at] === 1 || (group[at] ?? 0) >= 0) continue
    const is = wordClass[at] ?? 0
    const bound = (bindsToNext(is) ? nextRank : 0) || (clauseRanks[here] ?? 0)
    if (is === WordClass.limit && bound > 0) removalRank[at] = highest || bound
    else if (bound > 0 && bound < rank) {
      removalRank[at] = bound
      nextLeaving[at] = firstLeaving[bound] ?? 0
      firstLeaving[bound] = at + 1
    }
  }
  return stagger(parts, firstLeaving, nextLeaving, ranked)
}

/** Gives parts that have to go by the same rank ranks of their own just below it, so that a rate can be met to the token. */
const stagger = (
  { columns, count, removalRank }: Parts,
  firstLeaving: Int32Array,
  nextLeaving: Int32Array,
  { last, lastDispensable }: RemovalRanks,
): RemovalRanks => {
  const moved = columns.int32(count)
  const ranks = columns.int32(last + 1)
  let rank = 0
  for (let at = 1; at <= last; at++) {
    for (let leaving = firstLeaving[at] ?? 0; leaving > 0; leaving = nextLeaving[leaving - 1] ?? 0)
      moved[leaving - 1] = ++rank
    ranks[at] = ++rank
  }
  for (let at = 0; at < count; at++) {
    const was = removalRank[at] ?? 0
    if (was < neverRemoved) removalRank[at] = moved[at] || (ranks[was] ?? 0)
  }
  return { last: rank, lastDispensable: ranks[lastDispensable] ?? 0 }
}

/** Sets `removalRank` of every word, comma and dash. Below the score `dispensable` a text loses little. */
export const orderWords = ({ parts, clauses }: Prose, dispensable: number): RemovalRanks =>
  bindLittleWords(parts, clauses, rankByScore(parts, dispensable))
