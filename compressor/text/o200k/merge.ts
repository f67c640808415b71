// Byte-pair merging of one piece: the leftmost pair of the lowest rank first, as every implementation of o200k does. Knows
// nothing of how a text is cut into pieces.

import { noRank, type RankTable } from './ranks.ts'

/** Longer pieces are merged with a heap, in n log n. */
const longestScanned = 128
const never = 0x7fffffff

const starts = new Int32Array(longestScanned + 1)
const pairRanks = new Int32Array(longestScanned + 1)

/** Looks through all pairs for each merge, which is fastest where they are few. */
const countShort = (ranks: RankTable, bytes: Uint16Array, length: number): number => {
  const { pairs } = ranks
  const rankAt = (from: number, end: number): number => {
    const rank = ranks.of(bytes, from, end, 0xff)
    return rank === noRank ? never : rank
  }
  for (let at = 0; at < length; at += 1) {
    starts[at] = at
    const rank = at + 1 < length ? (pairs[((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)] ?? noRank) : noRank
    pairRanks[at] = rank === noRank ? never : rank
  }
  starts[length] = length
  for (let parts = length; ; parts -= 1) {
    let lowest = never
    let chosen = -1
    for (let at = 0; at < parts - 1; at += 1) {
      const rank = pairRanks[at] ?? never
      if (rank < lowest) {
        lowest = rank
        chosen = at
      }
    }
    if (chosen < 0) return parts
    for (let at = chosen + 1; at < parts; at += 1) {
      starts[at] = starts[at + 1] ?? length
      pairRanks[at] = pairRanks[at + 1] ?? never
    }
    pairRanks[chosen] = chosen + 2 < parts ? rankAt(starts[chosen] ?? 0, starts[chosen + 2] ?? length) : never
    if (chosen > 0) pairRanks[chosen - 1] = rankAt(starts[chosen - 1] ?? 0, starts[chosen + 1] ?? length)
  }
}

/** A binary heap of plain numbers, smallest first. */
class SmallestFirst {
  private readonly items: number[] = []

  push(item: number): void {
    const { items } = this
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent] ?? 0
      if (above <= item) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  pop(): number | undefined {
    const { items } = this
    const top = items[0]
    const last = items.pop()
    if (last === undefined || items.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if ((items[child + 1] ?? Number.POSITIVE_INFINITY) < (items[child] ?? 0)) child++
      const below = items[child] ?? 0
      if (below >= last) break
      items[at] = below
      at = child
    }
    items[at] = last
    return top
  }
}

const countLong = (ranks: RankTable, bytes: Uint16Array, length: number): number => {
  const next = new Int32Array(length + 1)
  const previous = new Int32Array(length + 1)
  const pairRank = new Int32Array(length + 1).fill(noRank)
  const pending = new SmallestFirst()
  for (let at = 0; at <= length; at++) {
    next[at] = at + 1
    previous[at] = at - 1
  }
  const after = (at: number): number => next[at] ?? length
  const rate = (at: number): void => {
    const middle = after(at)
    const end = middle < length ? after(middle) : length + 1
    const rank = end > length ? noRank : ranks.of(bytes, at, end, 0xff)
    pairRank[at] = rank
    if (rank !== noRank) pending.push(rank * 0x8000000 + at)
  }
  for (let at = 0; at < length; at++) rate(at)
  let tokens = length
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const at = item % 0x8000000
    if (pairRank[at] !== (item - at) / 0x8000000) continue
    const merged = after(at)
    const end = after(merged)
    next[at] = end
    previous[end] = at
    pairRank[merged] = noRank
    tokens--
    rate(at)
    const before = previous[at] ?? -1
    if (before >= 0) rate(before)
  }
  return tokens
}

/** Number of tokens that the first `length` bytes become, which are no token as a whole. */
export const countMerged = (ranks: RankTable, bytes: Uint16Array, length: number): number =>
  length > longestScanned ? countLong(ranks, bytes, length) : countShort(ranks, bytes, length)
