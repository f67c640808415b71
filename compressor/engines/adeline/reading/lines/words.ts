// The words of each line: which are names that one must copy, which come for the first time, and what is left of the
// line when names and numbers are masked. Looks at spelling only.

import { CharacterClass, characterClasses } from '../../../../text/characters.ts'
import type { Line } from '../../../../text/lines.ts'
import { mixHash } from '../hash.ts'

/** What a line shows besides its words. */
export const LineSign = {
  /** A word before an opening bracket: `parse(`. */
  call: 1,
  /** Words parted by a slash: `src/main`. */
  path: 2,
  /** Words parted by a dot: `np.zeros`. */
  dotted: 4,
} as const

/** What a single word shows; `length` on are the bits of its length, 31 for all longer ones. */
export const WordSign = {
  name: 1,
  digit: 2,
  hump: 4,
  bar: 8,
  /** Behind a dot. */
  member: 16,
  /** Behind or before a slash. */
  step: 32,
  /** Before an opening bracket. */
  call: 64,
  length: 128,
} as const
const longestLength = 31

/** One entry per line, but for `hashes` and `shapes`. */
export interface LineWords {
  /** Hash of every word, in order. */
  readonly hashes: readonly number[]
  /** `WordSign` bits of every word. */
  readonly shapes: readonly number[]
  /** Index of the line's first word, and one entry more. */
  readonly first: Int32Array
  readonly words: Int32Array
  /** Words that look like names: ids, identifiers, numbers of three digits and more. */
  readonly names: Int32Array
  /** Names that stand in no earlier line. */
  readonly freshNames: Int32Array
  /** Other words that stand in no earlier line. */
  readonly freshWords: Int32Array
  /** Signs of the line, `LineSign` bits. */
  readonly signs: Uint8Array
  /** Hash of the line with every name and number masked and blanks folded: lines of one template share it. */
  readonly template: Int32Array
  /** Hash of the line's visible characters. */
  readonly content: Int32Array
}

const underscore = 0x5f
const maskedWord = 0x23
const fnvStart = 0x811c9dc5 | 0
const fnvStep = 0x01000193

const joins = (unit: number): boolean => {
  const value = characterClasses[unit] ?? 0
  return (value >= CharacterClass.lower && value <= CharacterClass.mark) || unit === underscore
}

/** A word long enough to be hashed is hashed to this length: beyond, nothing new is learnt. */
const longestWord = 200

/** The facts of every line, one pass over the text. */
export const lineWords = (text: string, lines: readonly Line[]): LineWords => {
  const count = lines.length
  const facts = {
    hashes: [] as number[],
    shapes: [] as number[],
    first: new Int32Array(count + 1),
    words: new Int32Array(count),
    names: new Int32Array(count),
    freshNames: new Int32Array(count),
    freshWords: new Int32Array(count),
    signs: new Uint8Array(count),
    template: new Int32Array(count),
    content: new Int32Array(count),
  }
  const seen = new Set<number>()
  for (let index = 0; index < count; index += 1) {
    const line = lines[index]
    if (line === undefined) break
    let template = fnvStart
    let content = fnvStart
    let words = 0
    let names = 0
    let freshNames = 0
    let freshWords = 0
    let signs = 0
    let at = line.start
    while (at < line.contentEnd) {
      const unit = text.charCodeAt(at)
      const value = characterClasses[unit] ?? 0
      const isWord = (value >= CharacterClass.lower && value <= CharacterClass.digit) || unit === underscore
      if (!isWord) {
        if (at > line.start && joins(text.charCodeAt(at - 1))) {
          if (unit === 0x28) {
            signs |= LineSign.call
            facts.shapes[facts.shapes.length - 1] = (facts.shapes.at(-1) ?? 0) | WordSign.call
          } else if (joins(text.charCodeAt(at + 1)) && unit === 0x2f) signs |= LineSign.path
          else if (joins(text.charCodeAt(at + 1)) && unit === 0x2e) signs |= LineSign.dotted
        }
        if (value !== CharacterClass.space) {
          template = Math.imul(template ^ unit, fnvStep)
          content = Math.imul(content ^ unit, fnvStep)
        }
        at += 1
        continue
      }
      const start = at
      let word = fnvStart
      let digits = 0
      let bars = 0
      let humps = 0
      let previous = 0
      while (at < line.contentEnd) {
        const inner = text.charCodeAt(at)
        const kind = characterClasses[inner] ?? 0
        if (inner === underscore) bars += at > start ? 1 : 0
        else if (kind < CharacterClass.lower || kind > CharacterClass.digit) break
        if (kind === CharacterClass.digit) digits += 1
        if (kind === CharacterClass.upper && previous === CharacterClass.lower) humps += 1
        previous = kind
        if (at - start < longestWord) word = Math.imul(word ^ inner, fnvStep)
        at += 1
      }
      const length = at - start
      content = mixHash(content, word)
      const isName = length >= 3 && (digits > 0 || humps > 0 || (bars > 0 && length > 4))
      template = mixHash(template, isName || digits > 0 ? maskedWord : word)
      words += 1
      const isFresh = !seen.has(word)
      if (isFresh) seen.add(word)
      const before = start > line.start ? text.charCodeAt(start - 1) : 0
      facts.hashes.push(word)
      facts.shapes.push(
        (isName ? WordSign.name : 0) |
          (digits > 0 ? WordSign.digit : 0) |
          (humps > 0 ? WordSign.hump : 0) |
          (bars > 0 ? WordSign.bar : 0) |
          (before === 0x2e ? WordSign.member : 0) |
          (before === 0x2f || text.charCodeAt(at) === 0x2f ? WordSign.step : 0) |
          (WordSign.length * Math.min(length, longestLength)),
      )
      if (isName) {
        names += 1
        if (isFresh) freshNames += 1
      } else if (isFresh && length > 2) freshWords += 1
    }
    facts.words[index] = words
    facts.names[index] = names
    facts.freshNames[index] = freshNames
    facts.freshWords[index] = freshWords
    facts.signs[index] = signs
    facts.template[index] = template
    facts.content[index] = content
    facts.first[index + 1] = facts.hashes.length
  }
  return facts
}
