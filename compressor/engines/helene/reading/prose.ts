// Reads the prose of a text as a list of parts: units with what the word lists say and the sentence, clause and line they stand
// in. Decides how the text is laid out, not what matters in it.

import type { Span } from '../../../../core/text/spans.ts'
import { CharacterClass, classIn, lowerCase } from '../../../text/characters.ts'
import { scanUnits } from '../../../text/scan.ts'
import { splitSentences } from '../../../text/sentences.ts'
import type { Source } from '../../../text/source.ts'
import { UnitKind, UnitList } from '../../../text/units.ts'
import { WordClass } from '../words/function-words.ts'
import { SpellingCell, wordFeatureCount } from '../words/word-features.ts'
import { Cell, WordMemory } from '../words/word-memory.ts'
import { Parts } from './parts.ts'

export interface Prose {
  readonly source: Source
  readonly parts: Parts
  readonly sentences: number
  readonly clauses: number
  readonly lines: number
}

/** A part has about as many UTF-16 units. */
const unitsOfPart = 5

const memory = new WordMemory()

/** Writes what is known of every part by itself. */
const readParts = (source: Source, parts: Parts): void => {
  const { cells, signed } = memory
  const { kind, from, end, wordClass, tier, signs, points, tokens, spelling, wordFeatures, capital } = parts
  for (let at = 0, features = 0; at < parts.count; at++, features += wordFeatureCount) {
    const isWord = kind[at] === UnitKind.word
    const first = from[at] ?? 0
    const place = memory.placeOf(source, first, end[at] ?? 0, isWord)
    const isCapital = classIn(source.units, first) === CharacterClass.upper
    capital[at] = isCapital ? 1 : 0
    for (let next = 0; next < wordFeatureCount; next++)
      wordFeatures[features + next] = cells[place + Cell.spelling + next] ?? 0
    tokens[at] = cells[place + Cell.spelling + SpellingCell.tokens] ?? 0
    if (!isWord) continue
    wordClass[at] = cells[place + Cell.wordClass] ?? 0
    tier[at] = cells[place + Cell.tier] ?? 0
    signs[at] = cells[place + Cell.signs] ?? 0
    points[at] = (signed[place + Cell.points] ?? 0) + (isCapital ? 0 : (signed[place + Cell.endingPoints] ?? 0))
    const letters = place + Cell.spelling + SpellingCell.letters
    spelling[at] = (cells[letters] ?? 0) | ((cells[letters + 1] ?? 0) << 16)
  }
}

/** Whether a line end ends the sentence: in a list or a transcript it does, in hard-wrapped text it does not. */
const breaksSentence = ({ units }: Source, lineLength: number, { kind, from }: Parts, next: number): boolean => {
  if (kind[next] === UnitKind.bullet) return true
  if (classIn(units, from[next] ?? 0) === CharacterClass.lower) return false
  return lineLength < 60
}

const separatesClauses = (kind: number): boolean =>
  kind === UnitKind.pause || kind === UnitKind.dash || kind === UnitKind.opening || kind === UnitKind.closing

/** A block of prose: where its parts end in the list, and its sentences in the text. */
interface ReadBlock {
  readonly start: number
  readonly last: number
  readonly sentenceEnds: ReadonlySet<number>
}

/** Gives every part its place: sentence, clause and line. */
const placeParts = (source: Source, parts: Parts, blocks: readonly ReadBlock[]): Omit<Prose, 'source' | 'parts'> => {
  const { kind, from, end, initial, primary, content, wordClass } = parts
  let [sentence, clause, line, at] = [0, 0, 0, 0]
  for (const { start, last, sentenceEnds } of blocks) {
    let lineStart = start
    let opensSentence = true
    let clauseHasWords = false
    for (; at < last; at++) {
      const is = kind[at] ?? 0
      const isPrimary = is <= UnitKind.symbol
      parts.sentence[at] = sentence
      parts.clause[at] = isPrimary || clauseHasWords ? clause : clause - 1
      parts.line[at] = line
      initial[at] = opensSentence && is === UnitKind.word ? 1 : 0
      primary[at] = isPrimary ? 1 : 0
      content[at] = is < UnitKind.symbol && wordClass[at] === WordClass.content ? 1 : 0
      if (isPrimary) {
        opensSentence = false
        clauseHasWords = true
      }
      const isLast = at + 1 === last
      const isBreak = is === UnitKind.lineBreak
      const until = end[at] ?? 0
      const endsSentence =
        isLast ||
        sentenceEnds.has(from[at + 1] ?? 0) ||
        (isBreak && (sentenceEnds.has(until) || breaksSentence(source, (from[at] ?? 0) - lineStart, parts, at + 1)))
      if (endsSentence) {
        sentence++
        opensSentence = true
      }
      if (clauseHasWords && (endsSentence || separatesClauses(is))) {
        clause++
        clauseHasWords = false
      }
      if (isBreak || isLast) {
        line++
        lineStart = until
      }
    }
  }
  return { sentences: sentence + 1, clauses: clause + 1, lines: line + 1 }
}

/**
 * Reads the given blocks of the text one after the other and skips what lies between them. Returns `undefined` if there
 * would be more than `most` parts.
 */
export const readProse = (source: Source, blocks: readonly Span[], most: number): Prose | undefined => {
  const list = new UnitList(source.columns, Math.ceil(source.text.length / unitsOfPart) + 16)
  const read: ReadBlock[] = []
  for (const [start, end] of blocks) {
    const sentenceEnds = new Set(splitSentences(source.text, start, end).map(([, sentenceEnd]) => sentenceEnd))
    scanUnits(source, start, end, sentenceEnds, list)
    if (list.count > most) return undefined
    read.push({ start, last: list.count, sentenceEnds })
  }
  const parts = new Parts(source.columns, list)
  readParts(source, parts)
  return { source, parts, ...placeParts(source, parts, read) }
}

/** A word in lower case; nothing of what is no word. */
export const wordAt = ({ source: { text }, parts }: Prose, at: number): string =>
  parts.isWord(at) ? lowerCase(text.slice(parts.from[at], parts.end[at])) : ''

/** The number of the character that a part begins with; 0 outside the text. */
export const unitAt = ({ source: { units }, parts }: Prose, at: number): number => units[parts.from[at] ?? -1] ?? 0
