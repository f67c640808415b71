// Decides the order in which words go: by score, groups as one, little words with what they belong to.
// The ranks of punctuation and white space follow in bindings.ts.

import { UnitKind } from '../../../text/units.ts'
import { neverRemoved, type Part, type Prose } from '../reading/prose.ts'
import { WordClass } from '../words/function-words.ts'
import { raise } from './bindings.ts'

export interface RemovalRanks {
  /** The highest rank of anything that may go. */
  readonly last: number
  /** The highest rank of anything dispensable. */
  readonly lastDispensable: number
}

const isRanked = (part: Part): boolean =>
  part.primary || ((part.kind === UnitKind.pause || part.kind === UnitKind.dash) && !part.labels)

/** Indexes of all parts with a rank of their own, by rising score; of equal ones the later part goes first. A counting sort: linear. */
const byScore = (parts: readonly Part[]): Int32Array => {
  const own: number[] = []
  let most = 0
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (part === undefined || !(part.group < 0 ? isRanked(part) : part.group === at)) continue
    own.push(at)
    if (part.score > most) most = part.score
  }
  const starts = new Int32Array(most + 2)
  const scoreAt = (at: number): number => parts[at]?.score ?? 0
  for (const at of own) starts[scoreAt(at) + 1] = (starts[scoreAt(at) + 1] ?? 0) + 1
  for (let score = 0; score <= most; score++) starts[score + 1] = (starts[score + 1] ?? 0) + (starts[score] ?? 0)
  const order = new Int32Array(own.length)
  for (const at of own) {
    const next = starts[scoreAt(at)] ?? 0
    order[next] = at
    starts[scoreAt(at)] = next + 1
  }
  return order
}

/** Gives every primary, comma and dash its rank by score; the parts of a group share one. */
const rankByScore = (parts: readonly Part[], dispensable: number): RemovalRanks => {
  let anyPinned = false
  for (const part of parts) {
    if (!part.pinned) continue
    part.removalRank = neverRemoved
    anyPinned = true
  }
  let rank = 0
  let lastDispensable = 0
  let dearest: Part | undefined
  for (const at of byScore(parts)) {
    const part = parts[at]
    if (part === undefined) continue
    part.removalRank = part.pinned ? neverRemoved : ++rank
    if (part.content || part.group >= 0 || (part.primary && dearest === undefined)) dearest = part
    if (part.score < dispensable) lastDispensable = rank
  }
  // The result is never empty: if nothing is pinned, what scores highest stays.
  if (dearest !== undefined && !anyPinned) {
    dearest.pinned = true
    dearest.removalRank = neverRemoved
  }
  for (const part of parts) if (part.group >= 0) part.removalRank = parts[part.group]?.removalRank ?? neverRemoved
  return { last: rank, lastDispensable }
}

const bindsToNext = (part: Part): boolean =>
  part.wordClass === WordClass.article ||
  part.wordClass === WordClass.determiner ||
  part.wordClass === WordClass.preposition

const carriesItsClause = (part: Part): boolean => part.content || part.wordClass === WordClass.negation

/**
 * Makes little words go no later than what they belong to, and words that limit a statement as late as anything that they
 * limit. Reads from the end, so that it is linear.
 */
const bindLittleWords = (parts: readonly Part[], clauses: number, ranked: RemovalRanks): RemovalRanks => {
  const clauseRanks = new Int32Array(clauses)
  for (const part of parts) if (carriesItsClause(part)) raise(clauseRanks, part.clause, part.removalRank)
  /** One more than the index of the first part that has to go by each rank, and of the next one after each part; 0 for none. */
  const firstLeaving = new Int32Array(ranked.last + 1)
  const nextLeaving = new Int32Array(parts.length)
  let clause = -1
  /** The rank of the next run of content words in the clause; 0 if none follows. */
  let nextRank = 0
  /** The highest rank of the content words that follow in the clause. */
  let highest = 0
  let inRow = false
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (part === undefined || !part.primary) continue
    if (part.clause !== clause) {
      clause = part.clause
      nextRank = 0
      highest = 0
      inRow = false
    }
    if (part.content) {
      nextRank = inRow ? Math.max(nextRank, part.removalRank) : part.removalRank
      highest = Math.max(highest, nextRank)
      inRow = true
      continue
    }
    inRow = false
    if (part.pinned || part.group >= 0) continue
    const bound = (bindsToNext(part) ? nextRank : 0) || (clauseRanks[part.clause] ?? 0)
    if (part.wordClass === WordClass.limit && bound > 0) part.removalRank = highest || bound
    else if (bound > 0 && bound < part.removalRank) {
      part.removalRank = bound
      nextLeaving[at] = firstLeaving[bound] ?? 0
      firstLeaving[bound] = at + 1
    }
  }
  return stagger(parts, firstLeaving, nextLeaving, ranked)
}

/** Gives parts that have to go by the same rank ranks of their own just below it, so that a rate can be met to the token. */
const stagger = (
  parts: readonly Part[],
  firstLeaving: Int32Array,
  nextLeaving: Int32Array,
  { last, lastDispensable }: RemovalRanks,
): RemovalRanks => {
  const moved = new Int32Array(parts.length)
  const ranks = new Int32Array(last + 1)
  let rank = 0
  for (let at = 1; at <= last; at++) {
    for (let leaving = firstLeaving[at] ?? 0; leaving > 0; leaving = nextLeaving[leaving - 1] ?? 0)
      moved[leaving - 1] = ++rank
    ranks[at] = ++rank
  }
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part !== undefined && part.removalRank < neverRemoved)
      part.removalRank = moved[at] || (ranks[part.removalRank] ?? 0)
  }
  return { last: rank, lastDispensable: ranks[lastDispensable] ?? 0 }
}

/** Sets `removalRank` of every word, comma and dash. Below the score `dispensable` a text loses little. */
export const orderWords = ({ parts, clauses }: Prose, dispensable: number): RemovalRanks =>
  bindLittleWords(parts, clauses, rankByScore(parts, dispensable))
