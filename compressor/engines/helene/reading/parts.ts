// The parts of a text: units and what the engine learns about each, number by number in columns, which are read many times over.

import type { Columns } from '../../../text/columns.ts'
import { UnitKind, type UnitList } from '../../../text/units.ts'
import { wordFeatureCount } from '../words/word-features.ts'

/** The removal rank of what stays at every rate: higher than any other. */
export const neverRemoved = 0x7fffffff

/** A column has the number of each part, in order; where it says whether something holds, 1 or 0. */
export class Parts {
  /** For what is worked out of them. */
  readonly columns: Columns
  readonly count: number
  /** As `UnitList` has them. */
  readonly start: Int32Array
  readonly from: Int32Array
  readonly end: Int32Array
  readonly chunk: Int32Array
  readonly kind: Uint8Array
  /** What the word lists say about it; of what is no word, that it is content. */
  readonly wordClass: Uint8Array
  readonly tier: Uint8Array
  readonly signs: Uint8Array
  /** Points of the word and, unless it is a name, of its ending. */
  readonly points: Int16Array
  /** o200k tokens of it behind a space; 0 of what is too long. */
  readonly tokens: Uint8Array
  /** Follows from the letters of a word in lower case; others may have the same. */
  readonly spelling: Int32Array
  /** Rows of `words/word-features.ts`, part by part. */
  readonly wordFeatures: Uint16Array
  readonly sentence: Int32Array
  readonly clause: Int32Array
  readonly line: Int32Array
  /** Whether it begins with a capital letter. */
  readonly capital: Uint8Array
  /** Whether it is the first word of its sentence. */
  readonly initial: Uint8Array
  /** Index of the first part of its group, which stays or goes as a whole; -1 outside groups. */
  readonly group: Int32Array
  readonly pinned: Uint8Array
  /** Whether it opens its line by saying whose or what the line is; it stays as long as the line. */
  readonly labels: Uint8Array
  /** Whether it is a word, a number, an atom or a symbol; everything else is punctuation and follows those. */
  readonly primary: Uint8Array
  /** Whether it carries meaning of its own. */
  readonly content: Uint8Array
  /** How much the text loses with it. */
  readonly score: Int32Array
  /** Its place in the order of removal, from 1: a rate removes everything up to some rank. */
  readonly removalRank: Int32Array
  /** The same for the white space before it. */
  readonly spaceRank: Int32Array

  constructor(columns: Columns, { count, start, from, end, chunk, kind }: UnitList) {
    this.columns = columns
    this.count = count
    this.start = start.subarray(0, count)
    this.from = from.subarray(0, count)
    this.end = end.subarray(0, count)
    this.chunk = chunk.subarray(0, count)
    this.kind = kind.subarray(0, count)
    this.wordClass = columns.uint8(count)
    this.tier = columns.uint8(count)
    this.signs = columns.uint8(count)
    this.points = columns.int16(count)
    this.tokens = columns.uint8(count)
    this.spelling = columns.int32(count)
    this.wordFeatures = columns.uint16(count * wordFeatureCount)
    this.sentence = columns.int32(count)
    this.clause = columns.int32(count)
    this.line = columns.int32(count)
    this.capital = columns.uint8(count)
    this.initial = columns.uint8(count)
    this.group = columns.int32(count).fill(-1)
    this.pinned = columns.uint8(count)
    this.labels = columns.uint8(count)
    this.primary = columns.uint8(count)
    this.content = columns.uint8(count)
    this.score = columns.int32(count)
    this.removalRank = columns.int32(count)
    this.spaceRank = columns.int32(count)
  }

  /** Index of the first part after `at` that is not in its group, line or the like. */
  runEnd(column: Int32Array, at: number): number {
    const value = column[at]
    let end = at + 1
    while (end < this.count && column[end] === value) end++
    return end
  }

  isWord(at: number): boolean {
    return this.kind[at] === UnitKind.word
  }

  /** Makes it a label, which is not part of what the line says. */
  label(at: number): void {
    this.group[at] = -1
    this.labels[at] = 1
    this.primary[at] = 0
    this.content[at] = 0
  }
}
