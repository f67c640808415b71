// The text that a JSON string means, in UTF-8. AssemblyScript; built by scripts/build-webassembly.ts. What is read and written may reach
// 64 bytes behind its end. All addresses are the caller's business.

import { double64, following64, isAscii64 } from './characters'
import { beginEscapes, equal64, escaped64, starting64 } from './escapes'
import { copy, write } from './write'

const backslash: u8 = 0x5c

function digit(byte: u8): u32 {
  return byte <= 0x39 ? <u32>byte - 0x30 : <u32>(byte | 0x20) - 0x57
}

/** The number behind `\u`. */
function unitAt(at: usize): u32 {
  return (
    (digit(load<u8>(at, 2)) << 12) |
    (digit(load<u8>(at, 3)) << 8) |
    (digit(load<u8>(at, 4)) << 4) |
    digit(load<u8>(at, 5))
  )
}

/** Notes where the text and its spelling go on behind an escape; where the next one is noted. */
function note(noted: usize, text: usize, spelled: usize): usize {
  store<i32>(noted, <i32>text)
  store<i32>(noted, <i32>spelled, 4)
  return noted + 8
}

/** What `b`, `f`, `n`, `r` and `t` mean, four bits each: by every other letter from `b` on. */
const meanings: u64 = 0x9d0a000c08

/** What a letter behind a backslash means. */
function meaning(letter: u32): u8 {
  return <u8>select<u64>(<u64>letter, (meanings >> ((<u64>(letter - 0x62)) << 1)) & 0x0f, letter < 0x60)
}

/** How many UTF-16 units a text has. What stands behind it is overwritten. */
function unitsIn(text: usize, length: i32): i32 {
  memory.fill(text + <usize>length, 0, 64)
  let less = 0
  for (let from = 0; from < length; from += 64) {
    const at = text + <usize>from
    if (!isAscii64(at)) less += <i32>(popcnt(following64(at)) - popcnt(double64(at)))
  }
  return length - less
}

/**
 * Writes the text that the value of a string means; of a valid string. Returns how many bytes it has, or -1 where half of a pair stands
 * alone, which no UTF-8 spells. `units`: gets how many UTF-16 units that is, how many escapes there are, and where the text goes on
 * behind each of them, there and in the value: two 32-bit numbers each.
 */
export function decode(value: usize, length: i32, out: usize, units: usize): i32 {
  const end = value + <usize>length
  const backslashes = i8x16.splat(backslash)
  // Up to here it is written.
  let from = value
  let to = out
  let noted = units + 8
  beginEscapes()
  for (let block = value; block < end; block += 64) {
    escaped64(equal64(block, backslashes))
    let starting = starting64()
    if (end - block < 64) starting &= ((<u64>1) << (<u64>(end - block))) - 1
    for (; starting !== 0; starting &= starting - 1) {
      const at = block + <usize>ctz(starting)
      // The second half of a pair.
      if (at < from) continue
      // Most stand close to each other.
      v128.store(to, v128.load(from))
      if (at - from > 16) copy(to, from, at - from)
      to += at - from
      if (load<u8>(at, 1) !== 0x75) {
        store<u8>(to, meaning(load<u8>(at, 1)))
        from = at + 2
        to++
        noted = note(noted, to - out, from - value)
        continue
      }
      let character = unitAt(at)
      from = at + 6
      if (character >> 11 === 0x1b) {
        // The first half, then the second.
        if (character >= 0xdc00 || from + 6 > end || load<u16>(from) !== 0x755c) return -1
        const second = unitAt(from)
        if (second >> 10 !== 0x37) return -1
        character = 0x10000 + ((character & 0x3ff) << 10) + (second & 0x3ff)
        from += 6
      }
      to = write(character, to)
      noted = note(noted, to - out, from - value)
    }
  }
  copy(to, from, end - from)
  to += end - from
  store<i32>(units, unitsIn(out, <i32>(to - out)))
  store<i32>(units, <i32>((noted - units - 8) >> 3), 4)
  return <i32>(to - out)
}
