// Escapes of JSON strings, sixty-four bytes at once, block after block. AssemblyScript; built by scripts/build-webassembly.ts.

import { bits64 } from './bits'

const oddBits: u64 = ((<u64>0xaaaaaaaa) << 32) | 0xaaaaaaaa
const quote: u8 = 0x22
const backslash: u8 = 0x5c

/** Whether the first byte of the next block is escaped, and which backslashes of the last one begin an escape. */
let escapedNext: u64 = 0
let starting: u64 = 0
/** Whether one of the escapes that were judged spells the escape character. */
let isColoured: bool = false
/** Whether the plain spelling (core/json/plain-spelling.ts) has each of them as well. */
let isPlain: bool = true

/** To be called before the first block, with no backslash before it. */
export function beginEscapes(): void {
  escapedNext = 0
}

/** To be called before the first escape is judged. */
export function beginJudging(): void {
  isColoured = false
  isPlain = true
}

/** Whether the escape character, with which codes of terminals begin, was among the escapes that were judged. */
export function foundColours(): bool {
  return isColoured
}

/** Whether one of them may be one that the plain spelling has not. */
export function foundOthers(): bool {
  return !isPlain
}

/** Bit by bit, which bytes of the next block stand behind a backslash that escapes them. */
export function escaped64(backslashes: u64): u64 {
  if (backslashes === 0) {
    const only = escapedNext
    escapedNext = 0
    starting = 0
    return only
  }
  // Of a run of backslashes, every other one escapes what follows it.
  const possible = backslashes & ~escapedNext
  const ends = (((possible << 1) | oddBits) - possible) ^ oddBits
  const escaped = ends ^ (backslashes | escapedNext)
  starting = ends & backslashes
  escapedNext = starting >> 63
  return escaped
}

/** Bit by bit, which backslashes of the block that was asked about last begin an escape. */
export function starting64(): u64 {
  return starting
}

/** Bit by bit, which of 64 bytes equal the one in every lane. */
export function equal64(at: usize, lanes: v128): u64 {
  return bits64(
    i8x16.eq(v128.load(at), lanes),
    i8x16.eq(v128.load(at, 16), lanes),
    i8x16.eq(v128.load(at, 32), lanes),
    i8x16.eq(v128.load(at, 48), lanes),
  )
}

/** Bit by bit, which of 64 bytes are control characters. */
export function control64(at: usize): u64 {
  const space = i8x16.splat(0x20)
  return bits64(
    i8x16.lt_u(v128.load(at), space),
    i8x16.lt_u(v128.load(at, 16), space),
    i8x16.lt_u(v128.load(at, 32), space),
    i8x16.lt_u(v128.load(at, 48), space),
  )
}

function isHexDigit(byte: u8): bool {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
}

/** Whether these digits behind `\u` are some that the plain spelling has: of a control character without a letter, in small letters. */
function isPlainNumber(digits: u32): bool {
  // `000.` or `001.`
  if ((digits & 0x00feffff) !== 0x00303030) return false
  const last = digits >> 24
  if ((digits & 0x00010000) !== 0) return last < 0x41 || last > 0x46
  return last < 0x38 || last === 0x62 || last > 0x64
}

/** Lanes of ones for the letters that make an escape by themselves, in the plain spelling too. */
function areLetters(bytes: v128): v128 {
  // By the lower half of a byte: `"`, `t`, `f`, `\` and `n`. Beside the quote there are `b` and `r`; `/` is judged by itself.
  const letters = i8x16(-1, 0, 0x22, 0, 0x74, 0, 0x66, 0, 0, 0, 0, 0, 0x5c, 0, 0x6e, 0)
  const others = i8x16.eq(v128.or(bytes, i8x16.splat(0x10)), i8x16.splat(0x72))
  return v128.or(i8x16.eq(i8x16.swizzle(letters, v128.and(bytes, i8x16.splat(0x0f))), bytes), others)
}

/** Whether what stands behind a backslash makes an escape of it. */
function isEscape(at: usize): bool {
  const byte = load<u8>(at)
  if (byte === 0x75) {
    const digits = load<u32>(at, 1)
    // `001b`, which terminals print by the thousand; the character has no other spelling but that with a large letter.
    if (digits === 0x62313030) {
      isColoured = true
      return true
    }
    isColoured = isColoured || (digits | 0x20000000) === 0x62313030
    isPlain = isPlain && isPlainNumber(digits)
    return (
      isHexDigit(load<u8>(at, 1)) &&
      isHexDigit(load<u8>(at, 2)) &&
      isHexDigit(load<u8>(at, 3)) &&
      isHexDigit(load<u8>(at, 4))
    )
  }
  if (byte === 0x2f) {
    isPlain = false
    return true
  }
  return (
    byte === 0x6e ||
    byte === quote ||
    byte === backslash ||
    byte === 0x74 ||
    byte === 0x72 ||
    byte === 0x62 ||
    byte === 0x66
  )
}

/** Whether what stands behind each of these backslashes of a block makes an escape of it. */
export function areEscapes(at: usize, backslashes: u64): bool {
  let left = backslashes
  // One alone is judged sooner by itself.
  if ((left & (left - 1)) !== 0)
    left &= ~bits64(
      areLetters(v128.load(at, 1)),
      areLetters(v128.load(at, 17)),
      areLetters(v128.load(at, 33)),
      areLetters(v128.load(at, 49)),
    )
  while (left !== 0) {
    if (!isEscape(at + <usize>ctz(left) + 1)) return false
    left &= left - 1
  }
  return true
}
