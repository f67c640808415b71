// Remembers what was read of the last few thousand words, each in one line of the processor's cache: most words of a message are
// known, and looking further would cost more than reading them again. Holds words alone, and changes no result.

import { lowerCase, lowerUnit } from '../../../text/characters.ts'
import type { Source } from '../../../text/source.ts'
import { tokenOrCount } from '../../../text/tokens.ts'
import { entryOf } from './lexicon.ts'
import { longestRead, wordFeatureCount, writeWordFeatures } from './word-features.ts'

/** A power of two. Each place holds the last word that fell on it. */
const places = 1 << 15
const room = 32

/** Where everything stands that is known of a word, from its place on. */
export const Cell = {
  /** Its length, and whether it is a word. */
  key: 0,
  wordClass: 1,
  tier: 2,
  signs: 3,
  points: 4,
  endingPoints: 5,
  /** o200k tokens of the word as it is spelled, behind a space; 0 if it is too long to be counted here. */
  tokens: 6,
  /** The lower and upper half of a number that follows from its letters in lower case. */
  spelling: 7,
  features: 9,
  units: 9 + wordFeatureCount,
} as const

const longestKept = room - Cell.units
const wordBit = 1 << 8

/** A blank, then a word. */
const spelled = new Uint16Array(1 + longestRead).fill(32)

export class WordMemory {
  readonly cells = new Uint16Array((places + 1) * room)
  /** The same memory, for what may be below zero. */
  readonly signed = new Int16Array(this.cells.buffer)

  /** The place of the word at `[from, end)`, or of what stands in place of one. It holds until the next one is asked for. */
  placeOf({ text, units }: Source, from: number, end: number, isWord: boolean): number {
    const length = end - from
    // What is too long to be kept has the last place, and is read again each time.
    if (length > longestKept) return this.read(text, units, from, end, isWord, places * room)
    const { cells } = this
    const key = isWord ? length | wordBit : length
    let hash = key
    for (let at = from; at < end; at++) hash = Math.imul(hash ^ (units[at] ?? 0), 0x01000193)
    const place = ((Math.imul(hash, 0x45d9f3b) >>> 15) & (places - 1)) * room
    if (cells[place] === key) {
      let at = from
      for (let cell = place + Cell.units; at < end && cells[cell] === units[at]; cell++) at++
      if (at === end) return place
    }
    cells[place] = key
    for (let at = from, cell = place + Cell.units; at < end; at++, cell++) cells[cell] = units[at] ?? 0
    return this.read(text, units, from, end, isWord, place)
  }

  private read(text: string, units: Uint16Array, from: number, end: number, isWord: boolean, place: number): number {
    const { cells, signed } = this
    const features = place + Cell.features
    if (!isWord) {
      cells.fill(0, place + Cell.wordClass, features)
      writeWordFeatures(units, from, end, false, undefined, cells, features)
      return place
    }
    const { wordClass, tier, signs, points, endingPoints } = entryOf(lowerCase(text.slice(from, end)))
    cells[place + Cell.wordClass] = wordClass
    cells[place + Cell.tier] = tier
    cells[place + Cell.signs] = signs
    signed[place + Cell.points] = points
    signed[place + Cell.endingPoints] = endingPoints
    this.readSpelling(units, from, end, place)
    return place
  }

  private readSpelling(units: Uint16Array, from: number, end: number, place: number): void {
    const { cells } = this
    let spelling = end - from
    let isPlain = true
    for (let at = from; at < end; at++) {
      const unit = units[at] ?? 0
      const lower = lowerUnit(unit)
      spelling = Math.imul(spelling ^ lower, 0x01000193)
      // A row is found by letters alone, so a word of lower case and ASCII is the token that it looks like.
      if (lower !== unit || unit > 127) isPlain = false
      if (at - from < longestRead) spelled[1 + at - from] = unit
    }
    const isCounted = end - from <= longestRead
    const token = isCounted ? tokenOrCount(spelled, 1 + end - from) : 0
    cells[place + Cell.tokens] = isCounted ? Math.max(1, -token) : 0
    cells[place + Cell.spelling] = spelling ^ (spelling >>> 15)
    cells[place + Cell.spelling + 1] = spelling >>> 16
    const known = isPlain && isCounted ? token : undefined
    writeWordFeatures(units, from, end, true, known, cells, place + Cell.features)
  }
}
