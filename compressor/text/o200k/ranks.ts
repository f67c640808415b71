// The tokens of o200k_base by their bytes, in tables of numbers. A rank is a token's number: the lower, the earlier it is merged.

import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'

/** No token has more bytes. */
export const longestTokenBytes = 128
/** In place of a rank: these bytes are no token. */
export const noRank = -1
/** In place of a rank: what was given is more than was said. */
const tooHigh = -2

/** Tokens of so many bytes, nearly all, are found by their bytes, packed into three numbers: one look at the memory. */
const mostPacked = 12
/** A slot has those numbers, then the rank, plus one, under the length. */
const slotSize = 4
const slotBits = 18
const slotsEnd = slotSize << slotBits
const lengthShift = 24

const packedSlot = (first: number, second: number, third: number): number => {
  const sum = Math.imul(first, 0x2c1b3c6d) ^ Math.imul(second, 0x297a2d39) ^ Math.imul(third, 0x45d9f3b)
  return (Math.imul(sum ^ (sum >>> 15), 0x5bd1e995) >>> (32 - slotBits)) * slotSize
}

/** Of longer ones a slot has the place in their list, plus one. */
const longMask = 2 ** 16 - 1

/** What merging asks of them. */
export interface RankTable {
  /** Of tokens of two bytes, by both: every merge begins with them. */
  readonly pairs: Int32Array
  of(bytes: Uint16Array, from: number, end: number, most: number): number
}

export class Ranks implements RankTable {
  private readonly packed = new Int32Array(slotsEnd)
  private readonly long = new Int32Array(longMask + 1)
  /** Of each longer token: its rank, and where its bytes begin; those of the next one follow. */
  private readonly longRanks: number[] = []
  private readonly starts: number[] = [0]
  private readonly bytes: number[] = []
  readonly pairs = new Int32Array(0x10000).fill(noRank)

  /** Takes a tenth of a second of the processor. */
  constructor() {
    const written = Buffer.alloc(longestTokenBytes)
    const token = new Uint16Array(longestTokenBytes)
    for (let rank = 0; rank < tokens.length; rank += 1) {
      const each = tokens[rank] ?? ''
      const length = typeof each === 'string' ? written.write(each) : each.length
      if (typeof each !== 'string') written.set(each)
      for (let at = 0; at < length; at += 1) token[at] = written[at] ?? 0
      if (length === 2) this.pairs[((token[0] ?? 0) << 8) | (token[1] ?? 0)] = rank
      if (length <= mostPacked) this.ofPacked(token, 0, length, 0xff, rank)
      else this.addLong(token, length, rank)
    }
  }

  /**
   * The rank of the token with the bytes `[from, end)`; `noRank` if there is none; `tooHigh` if one of them is above `most`.
   * All of them stand within 0 to 255 where `most` is not less.
   */
  of(bytes: Uint16Array, from: number, end: number, most: number): number {
    if (end - from <= mostPacked) return this.ofPacked(bytes, from, end, most, noRank)
    return end - from > longestTokenBytes ? noRank : this.ofLong(bytes, from, end, most)
  }

  /** Enters the token under a rank if one is given. */
  private ofPacked(bytes: Uint16Array, from: number, end: number, most: number, entered: number): number {
    let [first, second, third, all] = [0, 0, 0, 0]
    let at = end
    for (; at > from + 8; ) {
      const byte = bytes[--at] ?? 0
      third = (third << 8) | byte
      all |= byte
    }
    for (; at > from + 4; ) {
      const byte = bytes[--at] ?? 0
      second = (second << 8) | byte
      all |= byte
    }
    for (; at > from; ) {
      const byte = bytes[--at] ?? 0
      first = (first << 8) | byte
      all |= byte
    }
    if (all > most) return tooHigh
    const { packed } = this
    const length = end - from
    for (let slot = packedSlot(first, second, third); ; slot = (slot + slotSize) & (slotsEnd - 1)) {
      const found = packed[slot + 3] ?? 0
      if (found === 0) {
        if (entered === noRank) return noRank
        packed[slot] = first
        packed[slot + 1] = second
        packed[slot + 2] = third
        packed[slot + 3] = (length << lengthShift) | (entered + 1)
        return entered
      }
      const isSame = packed[slot] === first && packed[slot + 1] === second && packed[slot + 2] === third
      if (isSame && found >> lengthShift === length) return (found & (2 ** lengthShift - 1)) - 1
    }
  }

  private addLong(token: Uint16Array, length: number, rank: number): void {
    let hash = 0
    for (let at = 0; at < length; at += 1) {
      const byte = token[at] ?? 0
      hash = Math.imul(hash ^ byte, 0x01000193)
      this.bytes.push(byte)
    }
    let slot = (hash ^ (hash >>> 15)) & longMask
    while (this.long[slot] !== 0) slot = (slot + 1) & longMask
    this.long[slot] = this.longRanks.push(rank)
    this.starts.push(this.bytes.length)
  }

  private ofLong(bytes: Uint16Array, from: number, end: number, most: number): number {
    let [hash, all] = [0, 0]
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at] ?? 0
      hash = Math.imul(hash ^ byte, 0x01000193)
      all |= byte
    }
    if (all > most) return tooHigh
    for (let slot = (hash ^ (hash >>> 15)) & longMask; ; slot = (slot + 1) & longMask) {
      const place = (this.long[slot] ?? 0) - 1
      if (place < 0) return noRank
      const start = this.starts[place] ?? 0
      if ((this.starts[place + 1] ?? 0) - start !== end - from) continue
      let next = from
      while (next < end && this.bytes[start + next - from] === bytes[next]) next += 1
      if (next === end) return this.longRanks[place] ?? noRank
    }
  }
}

let shared: Ranks | undefined

/** The one table of this process, made when a first text is counted. */
export const sharedRanks = (): Ranks => {
  shared ??= new Ranks()
  return shared
}
