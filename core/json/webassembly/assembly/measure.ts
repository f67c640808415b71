// How long the value of a JSON string is, over UTF-8 bytes. AssemblyScript; built by scripts/build-webassembly.ts. What is read may
// reach 64 bytes behind its end. All addresses are the caller's business.

import { double64, following64, isAscii64 } from './characters'
import { beginEscapes, equal64, escaped64, starting64 } from './escapes'

const backslash: u8 = 0x5c

/** Whether the escape character stands behind a backslash: in a JSON string it is always `\u001b`. */
function isEscapeCharacter(at: usize): bool {
  return load<u32>(at, 1) === 0x31303075 && (load<u8>(at, 5) | 0x20) === 0x62
}

/**
 * How many UTF-16 units the value of a string means. `escapes` gets how many escape characters are among them, and where each stands:
 * in the spelling, in bytes, and among the units. 32-bit numbers all.
 */
export function measure(value: usize, length: i32, escapes: usize): i32 {
  const backslashes = i8x16.splat(backslash)
  // How many units less than bytes there are up to here.
  let less = 0
  let noted = escapes + 4
  beginEscapes()
  for (let from = 0; from < length; from += 64) {
    const at = value + <usize>from
    const inside: u64 = length - from >= 64 ? ~(<u64>0) : ((<u64>1) << (<u64>(length - from))) - 1
    const isAscii = isAscii64(at)
    const following: u64 = isAscii ? 0 : following64(at) & inside
    const double: u64 = isAscii ? 0 : double64(at) & inside
    escaped64(equal64(at, backslashes))
    const starting = starting64() & inside
    let long = 0
    for (let left = starting; left !== 0; left &= left - 1) {
      const place = <i32>ctz(left)
      if (load<u8>(at + <usize>place, 1) !== 0x75) continue
      if (isEscapeCharacter(at + <usize>place)) {
        const before = ((<u64>1) << (<u64>place)) - 1
        const skipped = <i32>(popcnt((following | starting) & before) - popcnt(double & before)) + long
        store<i32>(noted, from + place)
        store<i32>(noted, from + place - less - skipped, 4)
        noted += 8
      }
      long += 4
    }
    less += <i32>(popcnt(following | starting) - popcnt(double)) + long
  }
  store<i32>(escapes, <i32>((noted - escapes) >> 3))
  return length - less
}
