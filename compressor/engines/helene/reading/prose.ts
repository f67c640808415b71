// Reads the prose of a text as a list of parts: units with their grammar class and the sentence, clause and line they stand in.
// Decides how the text is laid out, not what matters in it.

import type { Span } from '../../../../core/text/spans.ts'
import { CharacterClass, classAt } from '../../../text/characters.ts'
import { scanUnits } from '../../../text/scan.ts'
import { splitSentences } from '../../../text/sentences.ts'
import { type Unit, UnitKind } from '../../../text/units.ts'
import { WordClass, type WordClassValue } from '../words/function-words.ts'
import { type Entry, entryAt, noWord } from '../words/lexicon.ts'

/** The removal rank of what stays at every rate: higher than any other. */
export const neverRemoved = 0x7fffffff

/** A unit and what the engine learns about it. */
export class Part {
  readonly start: number
  readonly from: number
  readonly end: number
  readonly kind: Unit['kind']
  readonly chunk: number
  /** What the word lists say about it. */
  readonly entry: Entry
  readonly wordClass: WordClassValue
  readonly sentence: number
  readonly clause: number
  readonly line: number
  /** Whether it begins with a capital letter. */
  readonly capital: boolean
  /** Whether it is the first word of its sentence. */
  readonly initial: boolean
  /** Index of the first part of its group, which stays or goes as a whole; -1 outside groups. */
  group = -1
  pinned = false
  /** Whether it opens its line by saying whose or what the line is; it stays as long as the line. */
  labels = false
  /** Whether it is a word, a number, an atom or a symbol; everything else is punctuation and follows those. */
  primary: boolean
  /** Whether it carries meaning of its own. */
  content: boolean
  /** How much the text loses with it. */
  score = 0
  /** Its place in the order of removal, from 1: a rate removes everything up to some rank. */
  removalRank = 0
  /** The same for the white space before it. */
  spaceRank = 0

  constructor(unit: Unit, entry: Entry, place: Place, capital: boolean, initial: boolean) {
    this.start = unit.start
    this.from = unit.from
    this.end = unit.end
    this.kind = unit.kind
    this.chunk = place.chunks + unit.chunk
    this.entry = entry
    this.wordClass = entry.wordClass
    this.sentence = place.sentence
    this.clause = unit.kind <= UnitKind.symbol || place.clauseHasWords ? place.clause : place.clause - 1
    this.line = place.line
    this.capital = capital
    this.initial = initial
    this.primary = unit.kind <= UnitKind.symbol
    this.content = unit.kind < UnitKind.symbol && entry.wordClass === WordClass.content
  }

  get word(): string {
    return this.entry.word
  }

  /** Makes it a label, which is not part of what the line says. */
  label(): void {
    this.group = -1
    this.labels = true
    this.primary = false
    this.content = false
  }
}

/** Where the next part stands. */
interface Place {
  /** Number of chunks in the blocks before. */
  chunks: number
  sentence: number
  clause: number
  clauseHasWords: boolean
  line: number
}

export interface Prose {
  readonly text: string
  readonly parts: readonly Part[]
  readonly sentences: number
  readonly clauses: number
  readonly lines: number
}

/** Whether a line end ends the sentence: in a list or a transcript it does, in hard-wrapped text it does not. */
const breaksSentence = (text: string, lineLength: number, next: Unit | undefined): boolean => {
  if (next === undefined || next.kind === UnitKind.bullet) return true
  if (classAt(text, next.from) === CharacterClass.lower) return false
  return lineLength < 60
}

const separatesClauses = (kind: Unit['kind']): boolean =>
  kind === UnitKind.pause || kind === UnitKind.dash || kind === UnitKind.opening || kind === UnitKind.closing

/**
 * Reads the given blocks of the text one after the other and skips what lies between them. Returns `undefined` if there
 * would be more than `most` parts.
 */
export const readProse = (text: string, blocks: readonly Span[], most: number): Prose | undefined => {
  const parts: Part[] = []
  const place: Place = { chunks: 0, sentence: 0, clause: 0, clauseHasWords: false, line: 0 }
  for (const [start, end] of blocks) {
    const sentences = splitSentences(text, start, end)
    const sentenceEnds = new Set(sentences.map(([, sentenceEnd]) => sentenceEnd))
    const units = scanUnits(text, start, end, sentenceEnds)
    if (parts.length + units.length > most) return undefined
    let lineStart = start
    let initial = true
    place.clauseHasWords = false
    for (let at = 0; at < units.length; at++) {
      const unit = units[at]
      if (unit === undefined) continue
      const isWord = unit.kind === UnitKind.word
      const entry = isWord ? entryAt(text, unit.from, unit.end) : noWord
      const capital = classAt(text, unit.from) === CharacterClass.upper
      parts.push(new Part(unit, entry, place, capital, initial && isWord))
      if (unit.kind <= UnitKind.symbol) {
        initial = false
        place.clauseHasWords = true
      }
      const next = units[at + 1]
      const isBreak = unit.kind === UnitKind.lineBreak
      const endsSentence =
        next === undefined ||
        sentenceEnds.has(next.from) ||
        (isBreak && (sentenceEnds.has(unit.end) || breaksSentence(text, unit.from - lineStart, next)))
      if (endsSentence) {
        place.sentence++
        initial = true
      }
      if (place.clauseHasWords && (endsSentence || separatesClauses(unit.kind))) {
        place.clause++
        place.clauseHasWords = false
      }
      if (isBreak || next === undefined) {
        place.line++
        lineStart = unit.end
      }
    }
    place.chunks += (units.at(-1)?.chunk ?? 0) + 1
  }
  return { text, parts, sentences: place.sentence + 1, clauses: place.clause + 1, lines: place.line + 1 }
}
