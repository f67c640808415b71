// The words of each line: which are names that a later turn copies letter by letter, which appear for the first time, and
// what is left of the line when names and numbers are masked. Looks at spelling only.

import { CharacterClass, characterClasses } from '../../../../text/characters.ts'
import type { Line } from '../../../../text/lines.ts'
import { mixHash } from '../hash.ts'

/** What a line shows besides its words. */
export const LineSign = {
  /** A word before an opening bracket: `parse(`. */
  call: 1,
  /** Words joined by a slash: `src/main`. */
  path: 2,
  /** Words joined by a dot: `np.zeros`. */
  dotted: 4,
} as const

/** What a single word shows. The bits from `length` on hold its length, 31 for all longer words. */
export const WordSign = {
  name: 1,
  digit: 2,
  /** A capital after a small letter. */
  camelCase: 4,
  /** An underscore that does not open the word. */
  underscore: 8,
  /** Stands after a dot. */
  member: 16,
  /** Stands after or before a slash. */
  pathPart: 32,
  /** Stands before an opening bracket. */
  call: 64,
  length: 128,
} as const
const longestLength = 31

/** One entry per line; `hashes` and `shapes` have one per word. */
export interface LineWords {
  /** Hash of every word, in order. */
  readonly hashes: readonly number[]
  /** `WordSign` bits of every word. */
  readonly shapes: readonly number[]
  /** Index of the line's first word; the last entry is the number of all words. */
  readonly first: Int32Array
  readonly words: Int32Array
  /** Words that look like names: ids, identifiers, numbers of three digits and more. */
  readonly names: Int32Array
  /** Names that no earlier word of the text equals. */
  readonly freshNames: Int32Array
  /** Other words that no earlier word of the text equals. */
  readonly freshWords: Int32Array
  /** Signs of the line, `LineSign` bits. */
  readonly signs: Uint8Array
  /** Hash of the line with every name and number masked and blanks folded: lines of one template share it. */
  readonly template: Int32Array
  /** Hash of the line's visible characters. */
  readonly content: Int32Array
}

const [dot, slash, openingBracket, underscore] = [0x2e, 0x2f, 0x28, 0x5f]
/** Stands for every name and number in the hash of a template. */
const maskedWord = 0x23
const fnvStart = 0x811c9dc5 | 0
const fnvStep = 0x01000193

/** The fewest characters of a name, and of a name that shows only an underscore. */
const [shortestName, shortestUnderscoredName] = [3, 5]
/** Shorter words do not count as fresh. */
const shortestFreshWord = 3
/** How many characters of a word are hashed: later ones hardly ever tell two words apart. */
const longestHashed = 200

const isLetterOrUnderscore = (unit: number): boolean => {
  const value = characterClasses[unit] ?? 0
  return (value >= CharacterClass.lower && value <= CharacterClass.mark) || unit === underscore
}

const isOfWord = (unit: number): boolean => {
  const value = characterClasses[unit] ?? 0
  return (value >= CharacterClass.lower && value <= CharacterClass.digit) || unit === underscore
}

/** Reads the lines of one text, in order; one use. */
class LineWordsReader {
  readonly hashes: number[] = []
  readonly shapes: number[] = []
  readonly first: Int32Array
  readonly words: Int32Array
  readonly names: Int32Array
  readonly freshNames: Int32Array
  readonly freshWords: Int32Array
  readonly signs: Uint8Array
  readonly template: Int32Array
  readonly content: Int32Array
  private readonly text: string
  private readonly seen = new Set<number>()
  /** Hashes of the line that is being read. */
  private templateHash = fnvStart
  private contentHash = fnvStart

  constructor(text: string, lines: number) {
    this.text = text
    this.first = new Int32Array(lines + 1)
    this.words = new Int32Array(lines)
    this.names = new Int32Array(lines)
    this.freshNames = new Int32Array(lines)
    this.freshWords = new Int32Array(lines)
    this.signs = new Uint8Array(lines)
    this.template = new Int32Array(lines)
    this.content = new Int32Array(lines)
  }

  readLine(index: number, line: Line): void {
    this.templateHash = fnvStart
    this.contentHash = fnvStart
    let at = line.start
    while (at < line.contentEnd) {
      const unit = this.text.charCodeAt(at)
      if (isOfWord(unit)) at = this.readWord(index, line, at)
      else {
        this.readSign(index, line, at, unit)
        at += 1
      }
    }
    this.template[index] = this.templateHash
    this.content[index] = this.contentHash
    this.first[index + 1] = this.hashes.length
    this.words[index] = this.hashes.length - (this.first[index] ?? 0)
  }

  private readSign(index: number, line: Line, at: number, unit: number): void {
    if (at > line.start && isLetterOrUnderscore(this.text.charCodeAt(at - 1))) {
      if (unit === openingBracket) {
        this.addSign(index, LineSign.call)
        this.shapes[this.shapes.length - 1] = (this.shapes.at(-1) ?? 0) | WordSign.call
      } else if (unit === slash || unit === dot) {
        const joins = isLetterOrUnderscore(this.text.charCodeAt(at + 1))
        if (joins) this.addSign(index, unit === slash ? LineSign.path : LineSign.dotted)
      }
    }
    if (characterClasses[unit] === CharacterClass.space) return
    this.templateHash = Math.imul(this.templateHash ^ unit, fnvStep)
    this.contentHash = Math.imul(this.contentHash ^ unit, fnvStep)
  }

  private addSign(index: number, sign: number): void {
    this.signs[index] = (this.signs[index] ?? 0) | sign
  }

  /** Reads the word that begins at `start`, and returns where it ends. */
  private readWord(index: number, line: Line, start: number): number {
    const { text } = this
    let [hash, digits, underscores, caseChanges, previous] = [fnvStart, 0, 0, 0, 0]
    let end = start
    for (; end < line.contentEnd; end += 1) {
      const unit = text.charCodeAt(end)
      const value = characterClasses[unit] ?? 0
      if (unit === underscore) underscores += end > start ? 1 : 0
      else if (value < CharacterClass.lower || value > CharacterClass.digit) break
      if (value === CharacterClass.digit) digits += 1
      if (value === CharacterClass.upper && previous === CharacterClass.lower) caseChanges += 1
      previous = value
      if (end - start < longestHashed) hash = Math.imul(hash ^ unit, fnvStep)
    }
    const length = end - start
    const isName =
      (length >= shortestName && (digits > 0 || caseChanges > 0)) ||
      (length >= shortestUnderscoredName && underscores > 0)
    const before = start > line.start ? text.charCodeAt(start - 1) : 0
    this.hashes.push(hash)
    this.shapes.push(
      (isName ? WordSign.name : 0) |
        (digits > 0 ? WordSign.digit : 0) |
        (caseChanges > 0 ? WordSign.camelCase : 0) |
        (underscores > 0 ? WordSign.underscore : 0) |
        (before === dot ? WordSign.member : 0) |
        (before === slash || text.charCodeAt(end) === slash ? WordSign.pathPart : 0) |
        (WordSign.length * Math.min(length, longestLength)),
    )
    this.contentHash = mixHash(this.contentHash, hash)
    this.templateHash = mixHash(this.templateHash, isName || digits > 0 ? maskedWord : hash)
    this.countWord(index, hash, isName, length)
    return end
  }

  private countWord(index: number, hash: number, isName: boolean, length: number): void {
    if (isName) this.names[index] = (this.names[index] ?? 0) + 1
    if (this.seen.has(hash)) return
    this.seen.add(hash)
    if (isName) this.freshNames[index] = (this.freshNames[index] ?? 0) + 1
    else if (length >= shortestFreshWord) this.freshWords[index] = (this.freshWords[index] ?? 0) + 1
  }
}

/** The words of every line, in one pass over the text. */
export const lineWords = (text: string, lines: readonly Line[]): LineWords => {
  const reader = new LineWordsReader(text, lines.length)
  for (const [index, line] of lines.entries()) reader.readLine(index, line)
  return reader
}
