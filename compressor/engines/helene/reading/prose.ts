// The prose of a text as a list of parts: units with their grammar class, and the sentence, clause and line they stand in.
// Decides how it is laid out; what matters in it is decided elsewhere.

import type { Span } from '../../../../core/text/spans.ts'
import { CharacterClass, classAt } from '../../../text/characters.ts'
import { scanUnits } from '../../../text/scan.ts'
import { splitSentences } from '../../../text/sentences.ts'
import { type Unit, UnitKind } from '../../../text/units.ts'
import { WordClass, type WordClassValue } from '../words/function-words.ts'
import { type Entry, entryAt, noWord } from '../words/lexicon.ts'

/** Stays at every rate. Later than any other moment. */
export const forever = 0x7fffffff

/** A unit and what the engine comes to know of it. */
export class Part {
  readonly start: number
  readonly from: number
  readonly end: number
  readonly kind: Unit['kind']
  readonly chunk: number
  /** What the word lists say of it. */
  readonly entry: Entry
  readonly wordClass: WordClassValue
  readonly sentence: number
  readonly clause: number
  readonly line: number
  /** Begins with a capital letter. */
  readonly capital: boolean
  /** First word of its sentence. */
  readonly initial: boolean
  /** Index of the first part of the group with which it lives and dies. */
  group = -1
  pinned = false
  /** Opens its line by saying whose or what it is, and lives as long as the line. */
  labels = false
  /** Words, numbers, atoms and signs; everything else is punctuation and follows them. */
  primary: boolean
  /** Carries meaning of its own. */
  content: boolean
  /** The higher, the later it goes. */
  score = 0
  /** The moment at which it goes: moments count up, and a rate is a moment. */
  time = 0
  /** The moment at which its leading white space goes. */
  spaceTime = 0

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

  /** Makes it a label: no part of what the line says. */
  label(): void {
    this.group = -1
    this.labels = true
    this.primary = false
    this.content = false
  }
}

/** Where the next part stands. */
interface Place {
  /** Chunks of the blocks before. */
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

/** In a list or a transcript a line is a sentence; in hard-wrapped text it is not. */
const breaksSentence = (text: string, lineLength: number, next: Unit | undefined): boolean => {
  if (next === undefined || next.kind === UnitKind.bullet) return true
  if (classAt(text, next.from) === CharacterClass.lower) return false
  return lineLength < 60
}

const separatesClauses = (kind: Unit['kind']): boolean =>
  kind === UnitKind.pause || kind === UnitKind.dash || kind === UnitKind.opening || kind === UnitKind.closing

/**
 * Lays out the prose blocks of the text, one after the other; what lies between them is none of its business.
 * `undefined` when there would be more than `most` parts.
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
