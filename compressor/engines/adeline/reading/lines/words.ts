// The words of each line: which are names that a later turn copies letter by letter, which appear for the first time, and
// what is left of the line when names and numbers are masked. Looks at spelling only.

import { CharacterClass, characterClasses } from '../../../../text/characters.ts'
import type { Line } from '../../../../text/lines.ts'
import { isWrittenWithoutBlanks } from '../../../../text/scripts.ts'
import { mixHash } from '../hash.ts'
import { HashMap } from '../hash-map.ts'

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

/** The tables of a text of so many lines, to be filled line by line. */
const emptyWords = (lines: number) => ({
  hashes: [] as number[],
  shapes: [] as number[],
  first: new Int32Array(lines + 1),
  words: new Int32Array(lines),
  names: new Int32Array(lines),
  freshNames: new Int32Array(lines),
  freshWords: new Int32Array(lines),
  signs: new Uint8Array(lines),
  template: new Int32Array(lines),
  content: new Int32Array(lines),
})

/** Adds the hash and the shape of the word that begins at `start`, and returns where the word ends. `parts`: see `lineWords`. */
const readWord = (
  text: string,
  line: Line,
  start: number,
  { hashes, shapes }: ReturnType<typeof emptyWords>,
  parts: boolean,
): number => {
  let hash = fnvStart
  let digits = 0
  let underscores = 0
  let caseChanges = 0
  let previous = 0
  let end = start
  const isOfBlankless = parts && isWrittenWithoutBlanks(text.charCodeAt(start))
  for (; end < line.contentEnd; end += 1) {
    const unit = text.charCodeAt(end)
    const value = characterClasses[unit] ?? 0
    if (unit === underscore) underscores += end > start ? 1 : 0
    else if (value < CharacterClass.lower || value > CharacterClass.digit) break
    if (parts && value !== CharacterClass.mark && isWrittenWithoutBlanks(unit) !== isOfBlankless) break
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
  hashes.push(hash)
  shapes.push(
    (isName ? WordSign.name : 0) |
      (digits > 0 ? WordSign.digit : 0) |
      (caseChanges > 0 ? WordSign.camelCase : 0) |
      (underscores > 0 ? WordSign.underscore : 0) |
      (before === dot ? WordSign.member : 0) |
      (before === slash || text.charCodeAt(end) === slash ? WordSign.pathPart : 0) |
      (WordSign.length * Math.min(length, longestLength)),
  )
  return end
}

/** What the sign at `at` shows of a line together with the characters beside it: a `LineSign`, or 0. */
const signAt = (text: string, line: Line, at: number, unit: number): number => {
  if (at === line.start || !isLetterOrUnderscore(text.charCodeAt(at - 1))) return 0
  if (unit === openingBracket) return LineSign.call
  if ((unit !== slash && unit !== dot) || !isLetterOrUnderscore(text.charCodeAt(at + 1))) return 0
  return unit === slash ? LineSign.path : LineSign.dotted
}

/**
 * The words of every line, in one pass over the text. `parts`: where a script that writes no blanks between words meets a number or a name in
 * another script, a word ends; else the whole sentence is masked with the number in it, and all sentences with a number look alike.
 */
export const lineWords = (text: string, lines: readonly Line[], parts: boolean): LineWords => {
  const facts = emptyWords(lines.length)
  const { hashes, shapes, first } = facts
  const seen = new HashMap<true>()
  for (const [index, line] of lines.entries()) {
    let [template, content, names, freshNames, freshWords, signs] = [fnvStart, fnvStart, 0, 0, 0, 0]
    for (let at = line.start; at < line.contentEnd; ) {
      const unit = text.charCodeAt(at)
      const value = characterClasses[unit] ?? 0
      if ((value < CharacterClass.lower || value > CharacterClass.digit) && unit !== underscore) {
        const sign = signAt(text, line, at, unit)
        signs |= sign
        if (sign === LineSign.call) shapes[shapes.length - 1] = (shapes.at(-1) ?? 0) | WordSign.call
        if (value !== CharacterClass.space) {
          template = Math.imul(template ^ unit, fnvStep)
          content = Math.imul(content ^ unit, fnvStep)
        }
        at += 1
        continue
      }
      const start = at
      at = readWord(text, line, start, facts, parts)
      const hash = hashes.at(-1) ?? 0
      const shape = shapes.at(-1) ?? 0
      const isFresh = !seen.has(hash)
      if (isFresh) seen.set(hash, true)
      content = mixHash(content, hash)
      template = mixHash(template, (shape & (WordSign.name | WordSign.digit)) === 0 ? hash : maskedWord)
      if ((shape & WordSign.name) !== 0) {
        names += 1
        if (isFresh) freshNames += 1
      } else if (isFresh && at - start >= shortestFreshWord) freshWords += 1
    }
    first[index + 1] = hashes.length
    facts.words[index] = hashes.length - (first[index] ?? 0)
    facts.names[index] = names
    facts.freshNames[index] = freshNames
    facts.freshWords[index] = freshWords
    facts.signs[index] = signs
    facts.template[index] = template
    facts.content[index] = content
  }
  return facts
}
