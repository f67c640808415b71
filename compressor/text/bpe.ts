// Byte-pair merging of one piece in n log n, with the o200k ranks of gpt-tokenizer.
// For pieces on which the library's own merge takes quadratic time or loses a byte-order mark. Knows nothing of how a text is
// cut into pieces.

import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'

/** No token of o200k_base has more bytes. */
const longestTokenBytes = 128

const latin1 = (bytes: Uint8Array): string => {
  let string = ''
  for (let start = 0; start < bytes.length; start += 8192)
    string += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return string
}

let rankByBytes: Map<string, number> | undefined

/** Ranks by the bytes of the token, one character per byte. Built on first use, which takes a quarter of a second. */
const loadRanks = (): Map<string, number> => {
  if (rankByBytes !== undefined) return rankByBytes
  const encoder = new TextEncoder()
  const loaded = new Map<string, number>()
  ranks.forEach((token, rank) => {
    loaded.set(latin1(typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token)), rank)
  })
  rankByBytes = loaded
  return loaded
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

/** Number of tokens of one piece. Merges the leftmost pair of the lowest rank first, as every implementation of o200k does. */
export const countMergedTokens = (piece: string): number => {
  const rankOf = loadRanks()
  const bytes = latin1(new TextEncoder().encode(piece))
  if (rankOf.has(bytes)) return 1
  const { length } = bytes
  const next = new Int32Array(length + 1)
  const previous = new Int32Array(length + 1)
  const pairRank = new Int32Array(length + 1).fill(-1)
  const pending = new SmallestFirst()
  for (let at = 0; at <= length; at++) {
    next[at] = at + 1
    previous[at] = at - 1
  }
  const after = (at: number): number => next[at] ?? length
  const rate = (at: number): void => {
    const middle = after(at)
    const end = middle < length ? after(middle) : length + 1
    const rank = end > length || end - at > longestTokenBytes ? undefined : rankOf.get(bytes.slice(at, end))
    pairRank[at] = rank ?? -1
    if (rank !== undefined) pending.push(rank * 0x8000000 + at)
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
    pairRank[merged] = -1
    tokens--
    rate(at)
    const before = previous[at] ?? -1
    if (before >= 0) rate(before)
  }
  return tokens
}
