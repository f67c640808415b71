// How long the value of a JSON string is, over UTF-8 bytes. AssemblyScript; built by scripts/build-webassembly.ts. What is read may
// reach 64 bytes behind its end. All addresses are the caller's business.

import { double64, following64, isAscii64 } from './characters'
import { beginEscapes, equal64, escaped64, starting64 } from './escapes'

const backslash: u8 = 0x5c

/**
 * How many UTF-16 units the value of a string means; 2^30 more when an escape character is among them, which only stands there
 * as `\u001b`.
 */
export function measure(value: usize, length: i32): i32 {
  const backslashes = i8x16.splat(backslash)
  let units = length
  let hasEscape = false
  beginEscapes()
  for (let from = 0; from < length; from += 64) {
    const at = value + <usize>from
    const inside: u64 = length - from >= 64 ? ~(<u64>0) : ((<u64>1) << (<u64>(length - from))) - 1
    if (!isAscii64(at)) units -= <i32>(popcnt(following64(at) & inside) - popcnt(double64(at) & inside))
    escaped64(equal64(at, backslashes))
    let left = starting64() & inside
    units -= <i32>popcnt(left)
    while (left !== 0) {
      const found = at + <usize>ctz(left)
      if (load<u8>(found, 1) === 0x75) {
        units -= 4
        if (load<u32>(found, 1) === 0x31303075 && (load<u8>(found, 5) | 0x20) === 0x62) hasEscape = true
      }
      left &= left - 1
    }
  }
  return hasEscape ? units | (1 << 30) : units
}
