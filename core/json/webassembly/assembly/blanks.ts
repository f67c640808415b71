// What is left of a JSON text without its insignificant blanks, over UTF-8 bytes whose quotes are noted (strings.ts). AssemblyScript;
// built by scripts/build-webassembly.ts. All addresses are the caller's business.

import { bits64, odd64 } from './bits'
import { double64, following64, isAscii64 } from './characters'

/** Bit by bit, which of 64 bytes are blanks or control characters. */
function blanks64(at: usize): u64 {
  const space = i8x16.splat(0x20)
  return bits64(
    i8x16.le_u(v128.load(at), space),
    i8x16.le_u(v128.load(at, 16), space),
    i8x16.le_u(v128.load(at, 32), space),
    i8x16.le_u(v128.load(at, 48), space),
  )
}

/** Where a place of a text stands in its spelling, to be asked in ascending order: see `decode`. */
let nextEscape: usize = 0
let lastEscape: usize = 0
let added = 0
function spelled(place: i32): i32 {
  while (nextEscape < lastEscape && load<i32>(nextEscape) <= place) {
    added = load<i32>(nextEscape, 4) - load<i32>(nextEscape)
    nextEscape += 8
  }
  return place + added
}

/**
 * Writes the spans between the blanks outside strings, two 32-bit numbers each, in UTF-16 units. The text is valid JSON and ends with
 * 64 spaces. `units`: where `decode` has noted its escapes, or 0; if it has, `places` gets where the spans stand in the spelling, in
 * bytes. Returns how many spans there are.
 */
export function blanks(text: usize, length: i32, quotes: usize, spans: usize, units: usize, places: usize): i32 {
  const noted = (length + 63) >> 6
  let inString: u64 = 0
  let wasBlank: u64 = 1
  let less = 0
  let to = spans
  nextEscape = units + 8
  lastEscape = units === 0 ? 0 : nextEscape + ((<usize>load<i32>(units, 4)) << 3)
  added = 0
  for (let block = 0; block <= length >> 6; block++) {
    const at = text + ((<usize>block) << 6)
    let within: u64 = block < noted ? load<u64>(quotes + ((<usize>block) << 3)) : 0
    within = odd64(within) ^ inString
    inString = <u64>(<i64>within >> 63)
    const blank = blanks64(at) & ~within
    const isAscii = isAscii64(at)
    const following: u64 = isAscii ? 0 : following64(at)
    const double: u64 = isAscii ? 0 : double64(at)
    let changes = blank ^ ((blank << 1) | wasBlank)
    wasBlank = blank >> 63
    while (changes !== 0) {
      const place = <i32>ctz(changes)
      const before = ((<u64>1) << (<u64>place)) - 1
      const skipped = <i32>(popcnt(following & before) - popcnt(double & before))
      store<i32>(to, (block << 6) + place - less - skipped)
      if (units !== 0) store<i32>(places + (to - spans), spelled((block << 6) + place))
      to += 4
      changes &= changes - 1
    }
    less += <i32>(popcnt(following) - popcnt(double))
  }
  return <i32>((to - spans) >> 3)
}
