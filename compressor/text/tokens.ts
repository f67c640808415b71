// Counts the o200k_base tokens of a text: exactly, in linear time, and without an error on any string.

import { countMerged } from './o200k/merge.ts'
import { longestRemembered, MergedMemory } from './o200k/merged-memory.ts'
import { Pieces } from './o200k/pieces.ts'
import { longestTokenBytes, noRank, sharedRanks } from './o200k/ranks.ts'
import { encodeUtf8 } from './o200k/utf8.ts'

/** A text with fewer units is copied one by one. */
const shortCopy = 48

/** Longer texts get memory of their own, which goes with them. */
const mostKept = 1 << 18

/** Everything that counting needs, made when a first text is counted. */
class Counter {
  private readonly ranks = sharedRanks()
  private readonly pieces = new Pieces()
  private readonly memory = new MergedMemory()
  private readonly bytes = new Uint16Array(3 * 1_024)
  private units = new Uint16Array(1 << 14)

  count(text: string): number {
    return this.countUnits(this.read(text), 0, text.length)
  }

  countUnits(units: Uint16Array, from: number, end: number): number {
    const { pieces } = this
    pieces.read(units, end)
    let tokens = 0
    for (let at = from; at < end; ) {
      const next = pieces.after(at)
      tokens += this.countPiece(units, at, next)
      at = next
    }
    // A text's own memory goes with it.
    pieces.read(this.units, 0)
    return tokens
  }

  /** The rank of the one token that the first `length` units are; if they are several, their number, below zero. */
  rankOrCount(units: Uint16Array, length: number): number {
    const { ranks, pieces } = this
    pieces.read(units, length)
    if (length === 0 || pieces.after(0) < length) return -this.countUnits(units, 0, length)
    // Of ASCII the units are the bytes.
    const rank = ranks.of(units, 0, length, 0x7f)
    if (rank >= 0) return rank
    if (rank === noRank && length <= longestTokenBytes) return -countMerged(ranks, units, length)
    const bytes = this.roomFor(length)
    const written = encodeUtf8(units, 0, length, bytes)
    const wide = ranks.of(bytes, 0, written, 0xff)
    return wide >= 0 ? wide : -countMerged(ranks, bytes, written)
  }

  /** A text's units are read faster from here than from itself. */
  private read(text: string): Uint16Array {
    const { length } = text
    if (length > this.units.length && length <= mostKept) this.units = new Uint16Array(mostKept)
    const units = length > mostKept ? new Uint16Array(length) : this.units
    if (length > shortCopy) Buffer.from(units.buffer, 0, 2 * length).write(text, 'utf16le')
    else for (let at = 0; at < length; at += 1) units[at] = text.charCodeAt(at)
    return units
  }

  /** For the bytes of so many units. */
  private roomFor(units: number): Uint16Array {
    return 3 * units > this.bytes.length ? new Uint16Array(3 * units) : this.bytes
  }

  private countPiece(units: Uint16Array, from: number, end: number): number {
    // Of ASCII the units are the bytes.
    const rank = this.ranks.of(units, from, end, 0x7f)
    if (rank >= 0) return 1
    if (end - from > longestRemembered) return this.countNew(units, from, end)
    const { memory } = this
    const place = memory.placeOf(units, from, end)
    const known = memory.at(place, units, from, end)
    if (known > 0) return known
    const tokens = this.countNew(units, from, end)
    memory.remember(place, units, from, end, tokens)
    return tokens
  }

  private countNew(units: Uint16Array, from: number, end: number): number {
    const bytes = this.roomFor(end - from)
    const length = encodeUtf8(units, from, end, bytes)
    const { ranks } = this
    return ranks.of(bytes, 0, length, 0xff) >= 0 ? 1 : countMerged(ranks, bytes, length)
  }
}

let counter: Counter | undefined

const theCounter = (): Counter => {
  counter ??= new Counter()
  return counter
}

/** Exact number of o200k_base tokens of the UTF-16 units `[from, end)`, as of a text by themselves. */
export const countUnits = (units: Uint16Array, from: number, end: number): number =>
  theCounter().countUnits(units, from, end)

/**
 * Exact number of o200k_base tokens. Special tokens count as the plain text they are; a lone surrogate counts as the
 * replacement character that it becomes in UTF-8.
 */
export const countTokens = (text: string): number => theCounter().count(text)

/** The number of the one token that the first `length` units are, from 0; if they are several, how many, below zero. */
export const tokenOrCount = (units: Uint16Array, length: number): number => theCounter().rankOrCount(units, length)
