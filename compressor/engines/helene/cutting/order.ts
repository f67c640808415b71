// The order in which words go: by score, groups as one, little words with what they belong to.
// Decides moments of words; punctuation and white space follow in bindings.ts.

import { UnitKind } from '../../../text/units.ts'
import { forever, type Part, type Prose } from '../reading/prose.ts'
import { WordClass } from '../words/function-words.ts'
import { prolong } from './bindings.ts'

export interface Moments {
  /** The last one at which anything goes. */
  readonly last: number
  /** The last one at which something dispensable goes. */
  readonly dispensed: number
}

const ranked = (part: Part): boolean =>
  part.primary || ((part.kind === UnitKind.pause || part.kind === UnitKind.dash) && !part.labels)

/** Indexes of all that has a moment of its own, by score; the later part of a text goes first among equals. */
const byScore = (parts: readonly Part[]): Int32Array => {
  const own: number[] = []
  let most = 0
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (part === undefined || !(part.group < 0 ? ranked(part) : part.group === at)) continue
    own.push(at)
    if (part.score > most) most = part.score
  }
  const places = new Int32Array(most + 2)
  const scoreAt = (at: number): number => parts[at]?.score ?? 0
  for (const at of own) places[scoreAt(at) + 1] = (places[scoreAt(at) + 1] ?? 0) + 1
  for (let score = 0; score <= most; score++) places[score + 1] = (places[score + 1] ?? 0) + (places[score] ?? 0)
  const order = new Int32Array(own.length)
  for (const at of own) {
    const place = places[scoreAt(at)] ?? 0
    order[place] = at
    places[scoreAt(at)] = place + 1
  }
  return order
}

/** Gives every primary, comma and dash its moment by score; groups share one. */
const rank = (parts: readonly Part[], dispensable: number): Moments => {
  let pinned = false
  for (const part of parts) {
    if (!part.pinned) continue
    part.time = forever
    pinned = true
  }
  let moment = 0
  let dispensed = 0
  let dearest: Part | undefined
  for (const at of byScore(parts)) {
    const part = parts[at]
    if (part === undefined) continue
    part.time = part.pinned ? forever : ++moment
    if (part.content || part.group >= 0 || (part.primary && dearest === undefined)) dearest = part
    if (part.score < dispensable) dispensed = moment
  }
  // Never empty: where nothing is pinned, what is worth most stays.
  if (dearest !== undefined && !pinned) {
    dearest.pinned = true
    dearest.time = forever
  }
  for (const part of parts) if (part.group >= 0) part.time = parts[part.group]?.time ?? forever
  return { last: moment, dispensed }
}

const bindsToNext = (part: Part): boolean =>
  part.wordClass === WordClass.article ||
  part.wordClass === WordClass.determiner ||
  part.wordClass === WordClass.preposition

const bearsItsClause = (part: Part): boolean => part.content || part.wordClass === WordClass.negation

/**
 * Little words do not outlive what they belong to; bounding words live as long as anything that they bound. Read from the
 * end, so that it is linear.
 */
const bindLittleWords = (parts: readonly Part[], clauses: number, ranked: Moments): Moments => {
  const clauseLives = new Int32Array(clauses)
  for (const part of parts) if (bearsItsClause(part)) prolong(clauseLives, part.clause, part.time)
  /** One more than the index of the first part that must leave at each moment, and of the next after each part; 0: none. */
  const firstLeaving = new Int32Array(ranked.last + 1)
  const nextLeaving = new Int32Array(parts.length)
  let clause = -1
  /** How long the content words in a row live that come next in the clause; 0 where none do. */
  let nextLife = 0
  /** How long any content word lives that comes later in the clause. */
  let longest = 0
  let inRow = false
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (part === undefined || !part.primary) continue
    if (part.clause !== clause) {
      clause = part.clause
      nextLife = 0
      longest = 0
      inRow = false
    }
    if (part.content) {
      nextLife = inRow ? Math.max(nextLife, part.time) : part.time
      longest = Math.max(longest, nextLife)
      inRow = true
      continue
    }
    inRow = false
    if (part.pinned || part.group >= 0) continue
    const bound = (bindsToNext(part) ? nextLife : 0) || (clauseLives[part.clause] ?? 0)
    if (part.wordClass === WordClass.limit && bound > 0) part.time = longest || bound
    else if (bound > 0 && bound < part.time) {
      part.time = bound
      nextLeaving[at] = firstLeaving[bound] ?? 0
      firstLeaving[bound] = at + 1
    }
  }
  return stagger(parts, firstLeaving, nextLeaving, ranked)
}

/** Lets those who must leave at a moment leave one by one just before it, so that a rate can be met to the token. */
const stagger = (
  parts: readonly Part[],
  firstLeaving: Int32Array,
  nextLeaving: Int32Array,
  { last, dispensed }: Moments,
): Moments => {
  const moved = new Int32Array(parts.length)
  const moments = new Int32Array(last + 1)
  let moment = 0
  for (let at = 1; at <= last; at++) {
    for (let leaving = firstLeaving[at] ?? 0; leaving > 0; leaving = nextLeaving[leaving - 1] ?? 0)
      moved[leaving - 1] = ++moment
    moments[at] = ++moment
  }
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part !== undefined && part.time < forever) part.time = moved[at] || (moments[part.time] ?? 0)
  }
  return { last: moment, dispensed: moments[dispensed] ?? 0 }
}

/** Sets `time` of every word, comma and dash. `dispensable`: below this score a text loses little. */
export const orderWords = ({ parts, clauses }: Prose, dispensable: number): Moments =>
  bindLittleWords(parts, clauses, rank(parts, dispensable))
