// The prose of a text as a list of parts: units with their grammar class, and the sentence, clause and line they stand in.
// Decides how it is laid out; what matters in it is decided elsewhere.

import type { Span } from '../../../core/spans.ts'
import { CharacterClass, classAt } from '../../text/characters.ts'
import { scanUnits } from '../../text/scan.ts'
import { splitSentences } from '../../text/sentences.ts'
import { type Unit, UnitKind } from '../../text/units.ts'
import { WordClass, type WordClassValue } from './function-words.ts'
import { type Entry, entryAt, noWord } from './lexicon.ts'

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
  /** The higher, the later it goes. */
  score = 0
  /** The moment at which it goes: moments count up, and a rate is a moment. */
  time = 0
  /** The moment at which its leading white space goes. */
  spaceTime = 0

  constructor(unit: Unit, entry: Entry, place: Place) {
    this.start = unit.start
    this.from = unit.from
    this.end = unit.end
    this.kind = unit.kind
    this.chunk = place.chunk
    this.entry = entry
    this.sentence = place.sentence
    this.clause = place.clause
    this.line = place.line
    this.capital = place.capital
    this.initial = place.initial
  }

  get word(): string {
    return this.entry.word
  }

  get wordClass(): WordClassValue {
    return this.entry.wordClass
  }

  /** Words, numbers, atoms and signs; everything else is punctuation and follows them. */
  get primary(): boolean {
    return this.kind <= UnitKind.symbol && !this.labels
  }

  /** Carries meaning of its own. */
  get content(): boolean {
    return this.kind < UnitKind.symbol && !this.labels && this.wordClass === WordClass.content
  }
}

interface Place {
  readonly chunk: number
  readonly sentence: number
  readonly clause: number
  readonly line: number
  readonly capital: boolean
  readonly initial: boolean
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
  let chunks = 0
  let sentence = 0
  let clause = 0
  let line = 0
  for (const [start, end] of blocks) {
    const sentenceEnds = new Set(splitSentences(text, start, end).map(([, sentenceEnd]) => sentenceEnd))
    const units = scanUnits(text, start, end, sentenceEnds)
    if (parts.length + units.length > most) return undefined
    let lineStart = start
    let initial = true
    let clauseHasWords = false
    units.forEach((unit, at) => {
      const isWord = unit.kind <= UnitKind.symbol
      parts.push(
        new Part(unit, unit.kind === UnitKind.word ? entryAt(text, unit.from, unit.end) : noWord, {
          chunk: chunks + unit.chunk,
          sentence,
          clause: isWord || clauseHasWords ? clause : clause - 1,
          line,
          capital: classAt(text, unit.from) === CharacterClass.upper,
          initial: initial && unit.kind === UnitKind.word,
        }),
      )
      if (isWord) {
        initial = false
        clauseHasWords = true
      }
      const next = units[at + 1]
      const isBreak = unit.kind === UnitKind.lineBreak
      const endsSentence =
        next === undefined ||
        sentenceEnds.has(next.from) ||
        (isBreak && (sentenceEnds.has(unit.end) || breaksSentence(text, unit.from - lineStart, next)))
      if (endsSentence) {
        sentence++
        initial = true
      }
      if (clauseHasWords && (endsSentence || separatesClauses(unit.kind))) {
        clause++
        clauseHasWords = false
      }
      if (isBreak || next === undefined) {
        line++
        lineStart = unit.end
      }
    })
    chunks += (units.at(-1)?.chunk ?? 0) + 1
  }
  return { text, parts, sentences: sentence + 1, clauses: clause + 1, lines: line + 1 }
}
