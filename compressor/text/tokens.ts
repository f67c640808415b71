// Counts the o200k_base tokens of a text: exactly, in linear time, and without an error on any string.

import { countMerged } from './o200k/merge.ts'
import { longestRemembered, MergedMemory } from './o200k/merged-memory.ts'
import { Pieces } from './o200k/pieces.ts'
import { hashWith, loadRanks, longestTokenBytes, noRank, type Ranks, rankOf, rankOfHashed } from './o200k/ranks.ts'
import { encodeUtf8 } from './o200k/utf8.ts'

/** A text with fewer units is copied one by one. */
const shortCopy = 48

/** Everything that counting needs, made when a first text is counted. */
class Counter {
  private readonly ranks: Ranks = loadRanks()
  private readonly pieces = new Pieces()
  private readonly memory = new MergedMemory()
  private units = new Uint16Array(1 << 14)
  private bytes = new Uint16Array(3 * longestTokenBytes)

  count(text: string, from: number, end: number): number {
    const length = this.copy(text, from, end)
    const { units, pieces } = this
    pieces.read(units, length)
    let tokens = 0
    for (let at = 0; at < length; ) {
      const next = pieces.after(at)
      tokens += this.countPiece(units, at, next)
      at = next
    }
    return tokens
  }

  /** A text's units are read faster from here than from itself. */
  private copy(text: string, from: number, end: number): number {
    const length = end - from
    if (length > this.units.length) this.units = new Uint16Array(2 * length)
    const { units } = this
    if (length > shortCopy) {
      const part = length === text.length ? text : text.slice(from, end)
      Buffer.from(units.buffer, 0, 2 * length).write(part, 'utf16le')
    } else for (let at = 0; at < length; at += 1) units[at] = text.charCodeAt(from + at)
    return length
  }

  /** The rank of the token that all of the text is. */
  rank(text: string): number | undefined {
    const end = this.copy(text, 0, text.length)
    const length = encodeUtf8(this.units, 0, end, this.roomFor(end))
    const rank = length > longestTokenBytes ? noRank : rankOf(this.ranks, this.bytes, 0, length)
    return rank === noRank ? undefined : rank
  }

  private roomFor(units: number): Uint16Array {
    if (3 * units > this.bytes.length) this.bytes = new Uint16Array(6 * units)
    return this.bytes
  }

  private countPiece(units: Uint16Array, from: number, end: number): number {
    const { ranks } = this
    let hash = 0
    let bits = 0
    for (let at = from; at < end; at += 1) {
      const unit = units[at] ?? 0
      hash = hashWith(hash, unit)
      bits |= unit
    }
    if (bits < 128 && end - from <= longestTokenBytes && rankOfHashed(ranks, units, from, end, hash) !== noRank)
      return 1
    if (end - from > longestRemembered) return this.countNew(units, from, end, bits < 128)
    const { memory } = this
    const place = memory.placeOf(hash)
    const known = memory.at(place, units, from, end)
    if (known > 0) return known
    const tokens = this.countNew(units, from, end, bits < 128)
    memory.remember(place, units, from, end, tokens)
    return tokens
  }

  /** Tokens of a piece that, if it is ASCII, is no token as a whole. */
  private countNew(units: Uint16Array, from: number, end: number, isAscii: boolean): number {
    const bytes = this.roomFor(end - from)
    const length = encodeUtf8(units, from, end, bytes)
    const { ranks } = this
    if (!isAscii && length <= longestTokenBytes && rankOf(ranks, bytes, 0, length) !== noRank) return 1
    return countMerged(ranks, bytes, length)
  }
}

let counter: Counter | undefined

const theCounter = (): Counter => {
  counter ??= new Counter()
  return counter
}

/** Exact number of o200k_base tokens of the characters `[from, end)`, as of a text by themselves. */
export const countTokensWithin = (text: string, from: number, end: number): number =>
  theCounter().count(text, from, end)

/**
 * Exact number of o200k_base tokens. Special tokens count as the plain text they are; a lone surrogate counts as the
 * replacement character that it becomes in UTF-8.
 */
export const countTokens = (text: string): number => countTokensWithin(text, 0, text.length)

/** The number of the token that a text is; `undefined` if it is none. */
export const rankOfToken = (text: string): number | undefined => theCounter().rank(text)
