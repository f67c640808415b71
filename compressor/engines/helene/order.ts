// The order in which words go: by score, groups as one, little words with what they belong to.
// Decides moments of words; punctuation and white space follow in bindings.ts.

import { UnitKind } from '../../text/units.ts'
import { WordClass } from './function-words.ts'
import { latest } from './lives.ts'
import { forever, type Part, type Prose } from './prose.ts'

export interface Moments {
  /** The last one at which anything goes. */
  readonly last: number
  /** The last one at which something dispensable goes. */
  readonly dispensed: number
}

const ranked = (part: Part): boolean =>
  part.primary || ((part.kind === UnitKind.pause || part.kind === UnitKind.dash) && !part.labels)

/** Gives every primary, comma and dash its moment by score; groups share one, the later part of a text goes first among equals. */
const rank = (parts: readonly Part[], dispensable: number): Moments => {
  const byScore: Part[][] = []
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (part === undefined || !(part.group < 0 ? ranked(part) : part.group === at)) continue
    const equals = byScore[part.score]
    if (equals === undefined) byScore[part.score] = [part]
    else equals.push(part)
  }
  for (const part of parts) if (part.pinned) part.time = forever
  let moment = 0
  let dispensed = 0
  let dearest: Part | undefined
  byScore.forEach((equals, points) => {
    for (const part of equals) {
      part.time = part.pinned ? forever : ++moment
      if (part.content || part.group >= 0 || (part.primary && dearest === undefined)) dearest = part
    }
    if (points < dispensable) dispensed = moment
  })
  // Never empty: where nothing is pinned, what is worth most stays.
  if (dearest !== undefined && !parts.some(({ pinned }) => pinned)) {
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

interface LivesAfter {
  /** Of the content words in a row that come next in the clause. */
  readonly next: Int32Array
  /** Of any content word that comes later in the clause. */
  readonly any: Int32Array
}

/** How long what follows each part lives; 0 where nothing does. Read from the end, so that it is linear. */
const livesAfter = (parts: readonly Part[]): LivesAfter => {
  const next = new Int32Array(parts.length)
  const any = new Int32Array(parts.length)
  let clause = -1
  let life = 0
  let longest = 0
  let inRow = false
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (part === undefined) continue
    if (part.clause !== clause) {
      clause = part.clause
      life = 0
      longest = 0
      inRow = false
    }
    next[at] = life
    any[at] = longest
    if (part.content) {
      life = inRow ? Math.max(life, part.time) : part.time
      longest = Math.max(longest, life)
      inRow = true
    } else if (part.primary) inRow = false
  }
  return { next, any }
}

/** Little words do not outlive what they belong to; bounding words live as long as anything that they bound. */
const bindLittleWords = (parts: readonly Part[], clauses: number, ranked: Moments): Moments => {
  const contents = parts.filter((part) => part.content || part.wordClass === WordClass.negation)
  const clauseLives = latest(contents, clauses, ({ clause }) => clause)
  const lives = livesAfter(parts)
  const leaving: Part[][] = []
  parts.forEach((part, at) => {
    if (part.content || part.pinned || part.group >= 0 || !part.primary) return
    const clauseLife = clauseLives[part.clause] ?? 0
    const bound = (bindsToNext(part) ? lives.next[at] : 0) || clauseLife
    if (part.wordClass === WordClass.limit && bound > 0) part.time = lives.any[at] || bound
    else if (bound > 0 && bound < part.time) {
      part.time = bound
      const others = leaving[bound]
      if (others === undefined) leaving[bound] = [part]
      else others.push(part)
    }
  })
  return stagger(parts, leaving, ranked)
}

/** Lets those who must leave at a moment leave one by one just before it, so that a rate can be met to the token. */
const stagger = (
  parts: readonly Part[],
  leaving: readonly (readonly Part[] | undefined)[],
  { last, dispensed }: Moments,
): Moments => {
  const moved = new Map<Part, number>()
  const moments = new Int32Array(last + 1)
  let moment = 0
  for (let at = 1; at <= last; at++) {
    for (const part of leaving[at] ?? []) moved.set(part, ++moment)
    moments[at] = ++moment
  }
  for (const part of parts) if (part.time < forever) part.time = moved.get(part) ?? moments[part.time] ?? 0
  return { last: moment, dispensed: moments[dispensed] ?? 0 }
}

/** Sets `time` of every word, comma and dash. `dispensable`: below this score a text loses little. */
export const orderWords = ({ parts, clauses }: Prose, dispensable: number): Moments =>
  bindLittleWords(parts, clauses, rank(parts, dispensable))
