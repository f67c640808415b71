// Remembers what was read of the last few thousand words, each in one line of the processor's cache: most words of a message are
// known, and looking further would cost more than reading them again. Holds words alone, and changes no result.

import { lowerCase } from '../../../text/characters.ts'
import type { Source } from '../../../text/source.ts'
import { entryOf, noWord } from './lexicon.ts'
import { SpellingCell, writeSpelling } from './word-features.ts'

/** A power of two. Two places side by side hold the last two words that fell on them. */
const places = 1 << 16
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
  spelling: 6,
  units: 6 + SpellingCell.count,
} as const

const longestKept = room - Cell.units
const wordBit = 1 << 8

export class WordMemory {
  readonly cells = new Uint16Array((places + 1) * room)
  /** The same memory, for what may be below zero. */
  readonly signed = new Int16Array(this.cells.buffer)

  /** The place of the word at `[from, end)`, or of what stands in place of one. It holds until the next one is asked for. */
  placeOf(source: Source, from: number, end: number, isWord: boolean): number {
    const length = end - from
    // What is too long to be kept has the last place, and is read again each time.
    if (length > longestKept) return this.read(source, from, end, isWord, places * room)
    const { cells } = this
    const { units } = source
    const key = isWord ? length | wordBit : length
    let hash = key
    for (let at = from; at < end; at++) hash = Math.imul(hash ^ (units[at] ?? 0), 0x01000193)
    const place = ((Math.imul(hash, 0x45d9f3b) >>> 15) & (places - 2)) * room
    if (this.holds(place, key, units, from, end)) return place
    const second = place + room
    if (this.holds(second, key, units, from, end)) return second
    cells.copyWithin(second, place, second)
    // Known once all of it is read: whoever has no stack left for the rest is asked again.
    cells[place] = 0
    for (let at = from, cell = place + Cell.units; at < end; at++, cell++) cells[cell] = units[at] ?? 0
    this.read(source, from, end, isWord, place)
    cells[place] = key
    return place
  }

  private holds(place: number, key: number, units: Uint16Array, from: number, end: number): boolean {
    const { cells } = this
    if (cells[place] !== key) return false
    for (let at = from, cell = place + Cell.units; at < end; at++, cell++) if (cells[cell] !== units[at]) return false
    return true
  }

  private read({ text, units }: Source, from: number, end: number, isWord: boolean, place: number): number {
    const { cells, signed } = this
    const entry = isWord ? entryOf(lowerCase(text.slice(from, end))) : noWord
    cells[place + Cell.wordClass] = entry.wordClass
    cells[place + Cell.tier] = entry.tier
    cells[place + Cell.signs] = entry.signs
    signed[place + Cell.points] = entry.points
    signed[place + Cell.endingPoints] = entry.endingPoints
    writeSpelling(units, from, end, isWord, cells, place + Cell.spelling)
    return place
  }
}
