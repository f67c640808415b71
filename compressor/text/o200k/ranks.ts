// The tokens of o200k_base by their bytes: one table of numbers, made when a first text is counted. A rank is a token's number,
// and the lower, the earlier it is merged.

import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'

/** No token has more bytes. */
export const longestTokenBytes = 128
/** In place of a rank: these bytes are no token. */
export const noRank = -1

/** More than twice as many slots as tokens: a search looks at one or two. */
const slotBits = 19
const slotMask = 2 ** slotBits - 1
/** A slot holds a rank, plus one, and above it bits of the hash: few other tokens are compared byte by byte. */
const rankMask = 2 ** 18 - 1

export interface Ranks {
  readonly slots: Int32Array
  /** Where the bytes of each token begin; those of the next one follow. */
  readonly starts: Int32Array
  readonly bytes: Uint8Array
  /** The ranks of tokens of two bytes, by both: every merge begins with them. */
  readonly pairs: Int32Array
}

/** The hash of some bytes and one more. That of no bytes is 0. */
export const hashWith = (hash: number, byte: number): number => Math.imul(hash + byte, 0x2c1b3c6d) ^ (hash >>> 15)

const mixed = (hash: number): number => Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
const slotOf = (mix: number): number => (mix >>> 7) & slotMask
const tagOf = (mix: number): number => (mix ^ (mix << 15)) & ~rankMask

const load = (): Ranks => {
  const slots = new Int32Array(slotMask + 1)
  const starts = new Int32Array(tokens.length + 1)
  const pairs = new Int32Array(0x10000).fill(noRank)
  const bytes = Buffer.alloc(tokens.reduce((sum, token) => sum + 3 * token.length, 0))
  let end = 0
  tokens.forEach((token, rank) => {
    const start = end
    if (typeof token === 'string') end += bytes.write(token, end)
    else for (const byte of token) bytes[end++] = byte
    starts[rank + 1] = end
    if (end - start === 2) pairs[((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)] = rank
    let hash = 0
    for (let at = start; at < end; at += 1) hash = hashWith(hash, bytes[at] ?? 0)
    const mix = mixed(hash)
    let slot = slotOf(mix)
    while (slots[slot] !== 0) slot = (slot + 1) & slotMask
    slots[slot] = tagOf(mix) | (rank + 1)
  })
  return { slots, starts, bytes: new Uint8Array(bytes.subarray(0, end)), pairs }
}

let loaded: Ranks | undefined

/** The table; made on first use, which takes a tenth of a second. */
export const loadRanks = (): Ranks => {
  loaded ??= load()
  return loaded
}

/** The rank of the token with the bytes `[from, end)`, whose hash is known; `noRank` if there is none. */
export const rankOfHashed = (
  { slots, starts, bytes }: Ranks,
  piece: Uint16Array,
  from: number,
  end: number,
  hash: number,
): number => {
  const mix = mixed(hash)
  const tag = tagOf(mix)
  for (let slot = slotOf(mix); ; slot = (slot + 1) & slotMask) {
    const entry = slots[slot] ?? 0
    if (entry === 0) return noRank
    if ((entry & ~rankMask) !== tag) continue
    const rank = (entry & rankMask) - 1
    let at = starts[rank] ?? 0
    if ((starts[rank + 1] ?? 0) - at !== end - from) continue
    let next = from
    while (next < end && bytes[at] === piece[next]) {
      at += 1
      next += 1
    }
    if (next === end) return rank
  }
}

/** The same for any bytes. */
export const rankOf = (ranks: Ranks, piece: Uint16Array, from: number, end: number): number => {
  let hash = 0
  for (let at = from; at < end; at += 1) hash = hashWith(hash, piece[at] ?? 0)
  return rankOfHashed(ranks, piece, from, end, hash)
}
