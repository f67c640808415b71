// The text that a JSON string means, in UTF-8. AssemblyScript; built by scripts/build-webassembly.ts. What is read and written may reach
// 64 bytes behind its end. All addresses are the caller's business.

import { write } from './write'

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

/** What a letter behind a backslash means. */
function meaning(letter: u8): u8 {
  if (letter === 0x6e) return 0x0a
  if (letter === 0x74) return 0x09
  if (letter === 0x72) return 0x0d
  if (letter === 0x62) return 0x08
  if (letter === 0x66) return 0x0c
  return letter
}

/**
 * Writes the text that the value of a string means; of a valid string. Returns how many bytes it has, or -1 where half of a pair stands
 * alone, which no UTF-8 spells. `units`: gets how many UTF-16 units that is, how many escapes there are, and where the text goes on
 * behind each of them, there and in the value: two 32-bit numbers each.
 */
export function decode(value: usize, length: i32, out: usize, units: usize): i32 {
  const end = value + <usize>length
  const backslashes = i8x16.splat(backslash)
  const lastFollowing: v128 = i8x16.splat(-65)
  const firstDouble = i8x16.splat(<i8>0xf0)
  let at = value
  let to = out
  let counted = 0
  let noted = units + 8
  while (at < end) {
    const bytes = v128.load(at)
    v128.store(to, bytes)
    const marks = i8x16.bitmask(i8x16.eq(bytes, backslashes))
    const run = min(<usize>ctz(marks | 0x10000), end - at)
    const taken = (1 << (<i32>run)) - 1
    counted += popcnt(i8x16.bitmask(i8x16.gt_s(bytes, lastFollowing)) & taken)
    counted += popcnt(i8x16.bitmask(i8x16.ge_u(bytes, firstDouble)) & taken)
    at += run
    to += run
    if (run === 16 || at >= end) continue
    if (load<u8>(at, 1) !== 0x75) {
      store<u8>(to, meaning(load<u8>(at, 1)))
      at += 2
      to++
      counted++
      noted = note(noted, to - out, at - value)
      continue
    }
    let character = unitAt(at)
    at += 6
    counted++
    if (character >> 11 === 0x1b) {
      // The first half, then the second.
      if (character >= 0xdc00 || at + 6 > end || load<u16>(at) !== 0x755c) return -1
      const second = unitAt(at)
      if (second >> 10 !== 0x37) return -1
      character = 0x10000 + ((character & 0x3ff) << 10) + (second & 0x3ff)
      at += 6
      counted++
    }
    to = write(character, to)
    noted = note(noted, to - out, at - value)
  }
  store<i32>(units, counted)
  store<i32>(units, <i32>((noted - units - 8) >> 3), 4)
  return <i32>(to - out)
}
