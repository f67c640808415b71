// The lines of an answer that say something, and cheap questions about them: most are told apart by a character at their beginning or end.

import { type Beginning, beginningCharacters } from '../../json/strings/beginning.ts'

/** Says nothing about what a text is. */
const punctuation = /^[\s{}()[\],;]*$/

export const blankCharacters = '\t\n\v\f\r '
const [newline, space] = [0x0a, 0x20]

/** Which characters of ASCII are among these. */
export const amongst = (characters: string): Uint8Array => {
  const are = new Uint8Array(128)
  for (const character of characters) are[character.charCodeAt(0)] = 1
  return are
}
export const blanks = amongst(blankCharacters)
const marks = amongst('{}()[],;')
const opensCount = amongst('L0123456789')
/** What stands in front of a count, what it is made of, and what stands behind it; the same of a name up to its folder or extension. */
const [beforeCount, digits] = [amongst(`L${blankCharacters}`), amongst('0123456789')]
const behindCount = amongst(`|:${blankCharacters}`)
const letters = 'abcdefghijklmnopqrstuvwxyz'
const names = amongst(`${letters}${letters.toUpperCase()}0123456789_@+-`)
const behindName = amongst('./\\')
/** The lines of an answer that say something, of which so much is looked at. */
const longestLine = 300
const mostLines = beginningCharacters / 2 + 1
const starts = new Int32Array(mostLines)
const ends = new Int32Array(mostLines)
const firsts = new Uint16Array(mostLines)
const lasts = new Uint16Array(mostLines)

/**
 * What is looked at of one answer, line by line. Good until the next answer is looked at: all share their memory, because most answers
 * have many lines, and most lines are told apart by their first character that is not a blank.
 */
export class Lines {
  readonly count: number
  readonly #text: Beginning
  readonly #units: Uint16Array

  constructor(answer: Beginning) {
    this.#text = answer
    const { units } = answer
    this.#units = units
    const { length } = units
    let count = 0
    for (let start = 0, end = 0; start < length; start = end + 1) {
      end = start
      while (end < length && units[end] !== newline) end += 1
      let at = start
      while (at < end && blanks[units[at] ?? 0] === 1) at += 1
      if (at === end || this.#saysNothing(units, at, end)) continue
      starts[count] = start
      ends[count] = Math.min(end, start + longestLine)
      firsts[count] = units[at] ?? 0
      lasts[count] = units[Math.min(end, start + longestLine) - 1] ?? 0
      count += 1
    }
    this.count = count
  }

  /** The first character that is not a blank, and the last one that is looked at, which may be one. */
  firstOf(line: number): number {
    return firsts[line] ?? 0
  }

  lastOf(line: number): number {
    return lasts[line] ?? 0
  }

  textOf(line: number): string {
    return this.#text.part(starts[line] ?? 0, ends[line] ?? 0)
  }

  /** What is not ASCII has to be looked at. */
  mayBegin(line: number, openings: Uint8Array): boolean {
    return openings[firsts[line] ?? 0] !== 0
  }

  /** The same of its last character, which may be a blank. */
  mayEnd(line: number, endings: Uint8Array): boolean {
    return endings[lasts[line] ?? 0] !== 0
  }

  /** Whether it may be a numbered one: most that begin with digits go on as dates do, or as sizes. */
  mayBeNumbered(line: number): boolean {
    if (!this.mayBegin(line, opensCount)) return false
    const last = this.#firstWithout(line, digits, this.#firstWithout(line, beforeCount))
    const at = this.#units[last] === space ? last + 1 : last
    const unit = this.#units[at] ?? 0
    return at >= (ends[line] ?? 0) || unit >= 128 || behindCount[unit] === 1
  }

  /** Whether it may begin with the name of a file: one has a folder or an extension. */
  mayBeNamed(line: number): boolean {
    const at = this.#firstWithout(line, names)
    return at !== ends[line] && behindName[this.#units[at] ?? 0] === 1
  }

  /** Where the line, from there on, first has a unit other than these; its end if it has none. */
  #firstWithout(line: number, characters: Uint8Array, from = starts[line] ?? 0): number {
    const end = ends[line] ?? 0
    let at = from
    while (at < end && characters[this.#units[at] ?? 0] === 1) at += 1
    return at
  }

  #saysNothing(units: Uint16Array, start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) {
      const unit = units[at] ?? 0
      if (unit >= 128) return punctuation.test(this.#text.part(at, end))
      if (marks[unit] === 0 && blanks[unit] === 0) return false
    }
    return true
  }
}

export type IsLine = (lines: Lines, line: number) => boolean

/** How many of so many may be missing where at least a share of them is there. */
const mostMissing = (all: number, share: number): number => {
  let most = Math.floor(all * (1 - share)) + 1
  while (most > 0 && (all - most) / all < share) most -= 1
  return most
}

/** Whether at least a share of the lines is so, from one of them on. Looks at no more lines than it takes to say. */
export const areMostly = (lines: Lines, share: number, is: IsLine, from = 0): boolean => {
  let left = mostMissing(lines.count - from, share)
  for (let line = from; line < lines.count; line += 1) {
    if (is(lines, line)) continue
    if (left === 0) return false
    left -= 1
  }
  return true
}
