// First pass of the strict reader of JSON over UTF-8 bytes, sixteen at a time: where strings begin and end.
// AssemblyScript; built by scripts/build-webassembly.ts. All addresses are the caller's business.

import { bits64, odd64 } from './bits'

const oddBits: u64 = ((<u64>0xaaaaaaaa) << 32) | 0xaaaaaaaa
const quote: u8 = 0x22
const backslash: u8 = 0x5c

/** Bit by bit, which of 64 bytes equal the one in every lane. */
function equal64(at: usize, lanes: v128): u64 {
  return bits64(
    i8x16.eq(v128.load(at), lanes),
    i8x16.eq(v128.load(at, 16), lanes),
    i8x16.eq(v128.load(at, 32), lanes),
    i8x16.eq(v128.load(at, 48), lanes),
  )
}

function control64(at: usize): u64 {
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

/** Whether what stands behind a backslash makes an escape of it. */
function isEscape(at: usize): bool {
  const byte = load<u8>(at)
  if (byte === 0x75)
    return (
      isHexDigit(load<u8>(at, 1)) &&
      isHexDigit(load<u8>(at, 2)) &&
      isHexDigit(load<u8>(at, 3)) &&
      isHexDigit(load<u8>(at, 4))
    )
  return (
    byte === 0x6e ||
    byte === quote ||
    byte === backslash ||
    byte === 0x74 ||
    byte === 0x2f ||
    byte === 0x72 ||
    byte === 0x62 ||
    byte === 0x66
  )
}

/**
 * Notes a bit for every quote that opens or ends a string (8 bytes for 64). The text ends with 64 spaces. `from`: where to begin,
 * in no string, with spaces before it in its block. Returns 1, or 0 when a string is not valid.
 */
export function strings(text: usize, length: i32, quotes: usize, from: i32): i32 {
  const quoteLanes = i8x16.splat(quote)
  const backslashLanes = i8x16.splat(backslash)
  let escapedNext: u64 = 0
  let inString: u64 = 0
  const blocks = (length + 63) >> 6
  for (let block = from >> 6; block < blocks; block++) {
    const at = text + ((<usize>block) << 6)
    const backslashes = equal64(at, backslashLanes)
    let escaped = escapedNext
    let starts: u64 = 0
    if (backslashes !== 0) {
      // Of a run of backslashes, every other one escapes what follows it.
      const possible = backslashes & ~escapedNext
      const ends = (((possible << 1) | oddBits) - possible) ^ oddBits
      escaped = ends ^ (backslashes | escapedNext)
      starts = ends & backslashes
      escapedNext = starts >> 63
    } else escapedNext = 0

    const bounds = equal64(at, quoteLanes) & ~escaped
    // Where so many bounds stand before a byte that they are odd in number.
    const within = odd64(bounds) ^ inString
    inString = <u64>(<i64>within >> 63)
    if ((control64(at) & within) !== 0) return 0
    store<u64>(quotes + ((<usize>block) << 3), bounds)

    let left = starts & within
    while (left !== 0) {
      const place = <i32>ctz(left)
      if (!isEscape(at + place + 1)) return 0
      left &= left - 1
    }
  }
  return inString === 0 ? 1 : 0
}
