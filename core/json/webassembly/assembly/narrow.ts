// The UTF-8 of UTF-16 units, most of which are ASCII. AssemblyScript; built by scripts/build-webassembly.ts. What is read may reach 32
// bytes behind its end, what is written 16. All addresses are the caller's business.

import { write } from './write'

/** Of so many units one may be no ASCII: each of those is read by itself. */
const asciiEach = 8

/** Whether 32 units are ASCII. */
function areAscii32(at: usize): bool {
  const all = v128.or(v128.or(v128.load(at), v128.load(at, 16)), v128.or(v128.load(at, 32), v128.load(at, 48)))
  return !v128.any_true(v128.and(all, i16x8.splat(-128)))
}

/** Writes the bytes from `out` on. Returns how many there are, or -1 where half of a pair stands alone, or too few are ASCII. */
export function narrow(units: usize, count: i32, out: usize): i32 {
  const end = units + ((<usize>count) << 1)
  const lastAscii = i16x8.splat(0x7f)
  let left = count / asciiEach
  let at = units
  let to = out
  while (at < end) {
    while (at + 64 <= end && areAscii32(at)) {
      v128.store(to, i8x16.narrow_i16x8_u(v128.load(at), v128.load(at, 16)))
      v128.store(to, i8x16.narrow_i16x8_u(v128.load(at, 32), v128.load(at, 48)), 16)
      at += 64
      to += 32
    }
    const first = v128.load(at)
    const second = v128.load(at, 16)
    v128.store(to, i8x16.narrow_i16x8_u(first, second))
    const marks = i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.gt_u(first, lastAscii), i16x8.gt_u(second, lastAscii)))
    const run = min(<usize>ctz(marks | 0x10000), (end - at) >> 1)
    at += run << 1
    to += run
    if (run === 16 || at >= end) continue
    if (left-- === 0) return -1
    let character = <u32>load<u16>(at)
    at += 2
    if (character >> 11 === 0x1b) {
      // The first half, then the second.
      if (character >= 0xdc00 || at >= end || load<u16>(at) >> 10 !== 0x37) return -1
      character = 0x10000 + ((character & 0x3ff) << 10) + (<u32>load<u16>(at) & 0x3ff)
      at += 2
    }
    to = write(character, to)
  }
  return <i32>(to - out)
}
