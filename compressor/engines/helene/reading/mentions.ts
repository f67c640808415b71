// Finds the content words that a text has said before.

import { lowerUnit } from '../../../text/characters.ts'
import { type Prose, wordAt } from './prose.ts'

/** So many other words are compared with one, at most: no choice of words makes the search quadratic. */
const mostCompared = 32

/** The first mention of each word, found by its spelling. */
class Mentions {
  private readonly prose: Prose
  /** Indexes of parts, plus one; more than half of them stay 0. */
  private readonly slots: Int32Array
  /** Of words whose slots are taken by others. */
  private readonly crowded = new Map<string, number>()

  constructor(prose: Prose) {
    this.prose = prose
    this.slots = prose.parts.columns.int32(2 ** (33 - Math.clz32(prose.parts.count)))
  }

  private isSame(one: number, other: number): boolean {
    const { source, parts } = this.prose
    const { units } = source
    const from = parts.from[one] ?? 0
    const shift = (parts.from[other] ?? 0) - from
    const end = parts.end[one] ?? 0
    if (parts.end[other] !== end + shift) return false
    for (let at = from; at < end; at++)
      if (lowerUnit(units[at] ?? 0) !== lowerUnit(units[at + shift] ?? 0)) return false
    return true
  }

  /** The first part with the word of this one, which may be itself. */
  firstOf(at: number): number {
    const { slots } = this
    let slot = this.prose.parts.spelling[at] ?? 0
    for (let compared = 0; compared < mostCompared; compared++, slot++) {
      const first = (slots[slot & (slots.length - 1)] ?? 0) - 1
      if (first < 0) {
        slots[slot & (slots.length - 1)] = at + 1
        return at
      }
      if (this.isSame(first, at)) return first
    }
    const word = wordAt(this.prose, at)
    const first = this.crowded.get(word) ?? at
    this.crowded.set(word, first)
    return first
  }
}

/** For each content part, the index of the first one with the same word; what is no word counts as one word. -1 for every other part. */
export const firstMentions = (prose: Prose): Int32Array => {
  const { parts } = prose
  const mentions = parts.columns.int32(parts.count).fill(-1)
  const words = new Mentions(prose)
  let wordless = -1
  for (let at = 0; at < parts.count; at++) {
    if (parts.content[at] !== 1) continue
    if (parts.isWord(at)) mentions[at] = words.firstOf(at)
    else {
      if (wordless < 0) wordless = at
      mentions[at] = wordless
    }
  }
  return mentions
}
