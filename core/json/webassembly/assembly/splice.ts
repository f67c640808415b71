// Takes characters out of a JSON string over UTF-8 bytes, and looks whether only that was done: the first makes what the second
// judges, and neither knows of the other. AssemblyScript; built by scripts/build-webassembly.ts. What is read may reach 64 bytes
// behind its end, and what is written 16. All addresses are the caller's business.

import { double64, following64, isAscii64 } from './characters'
import { areEscapes, beginEscapes, control64, equal64, escaped64, starting64 } from './escapes'
import { copy } from './write'

const backslash: u8 = 0x5c
const quote: u8 = 0x22

/** How far a value is read, and whether the character before it is the first half of an escaped pair. */
let cursor: usize = 0
let isHalf: bool = false

function hexDigit(byte: u8): u32 {
  return byte <= 0x39 ? <u32>byte - 0x30 : <u32>(byte | 0x20) - 0x57
}

/** The first two digits of an escape `\uXXXX`. */
function highByte(at: usize): u32 {
  return (hexDigit(load<u8>(at, 2)) << 4) | hexDigit(load<u8>(at, 3))
}

/** Whether the second half of an escaped pair stands here. */
function isLowHalf(at: usize, end: usize): bool {
  return at + 6 <= end && load<u8>(at) === backslash && load<u8>(at, 1) === 0x75 && highByte(at) >> 2 === 0x37
}

/** How many bytes of the next 64 are characters that end among them. `following`: which of them go on with one. */
function wholeOf(following: u64): u32 {
  const last = <u32>63 - <u32>clz(~following)
  const byte = load<u8>(cursor + <usize>last)
  const length: u32 = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
  return last + length > 64 ? last : 64
}

/**
 * How many UTF-16 units the next 64 bytes mean, or those of them whose character or escape ends there: they are read on over. 0, and
 * nothing is read, where escapes are spelled by numbers.
 */
function block(end: usize): i32 {
  if (cursor + 64 > end) return 0
  beginEscapes()
  escaped64(equal64(cursor, i8x16.splat(backslash)))
  const starting = starting64()
  if (starting !== 0 && (starting & equal64(cursor + 1, i8x16.splat(0x75))) !== 0) return 0
  const isAscii = isAscii64(cursor)
  const following: u64 = isAscii ? 0 : following64(cursor)
  const taken: u32 = starting >> 63 !== 0 ? 63 : isAscii ? 64 : wholeOf(following)
  const within = ~(<u64>0) >> (64 - <u64>taken)
  const doubles: i32 = isAscii ? 0 : <i32>popcnt(double64(cursor) & within)
  cursor += <usize>taken
  isHalf = false
  return <i32>taken - <i32>popcnt((following | starting) & within) + doubles
}

/** Reads on for so many UTF-16 units; false where the value ends before, or a character would be parted. */
function advance(units: i32, end: usize): bool {
  const backslashes = i8x16.splat(backslash)
  let left = units
  while (left > 0) {
    const together = left < 64 ? 0 : block(end)
    left -= together
    if (together !== 0) continue
    const bytes = v128.load(cursor)
    // A backslash, or anything that is not ASCII.
    const marks = i8x16.bitmask(v128.or(i8x16.eq(bytes, backslashes), bytes))
    const run = min(min(<usize>ctz(marks | 0x10000), end - cursor), <usize>left)
    if (run !== 0) {
      cursor += run
      left -= <i32>run
      isHalf = false
      if (left === 0 || run === 16) continue
    }
    if (cursor >= end) return false
    const byte = load<u8>(cursor)
    isHalf = false
    if (byte === backslash) {
      const isLong = load<u8>(cursor, 1) === 0x75
      isHalf = isLong && highByte(cursor) >> 2 === 0x36
      cursor += isLong ? 6 : 2
      left--
    } else if (byte < 0x80) {
      cursor++
      left--
    } else {
      cursor += byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
      left -= byte < 0xf0 ? 1 : 2
    }
  }
  return left === 0 && !(isHalf && isLowHalf(cursor, end))
}

/**
 * Writes what stays of the value of a string, in the spelling that it has there: `count` spans (two 32-bit numbers each) of the
 * UTF-16 units that it means. In their place it writes where they stand in the spelling, in bytes. Returns how many bytes stay, or
 * -1 when the spans are not sound.
 */
export function splice(value: usize, length: i32, spans: usize, count: i32, out: usize): i32 {
  const end = value + <usize>length
  let written = out
  let reached = 0
  cursor = value
  isHalf = false
  for (let index = 0; index < count; index++) {
    const span = spans + ((<usize>index) << 3)
    const from = load<i32>(span)
    const to = load<i32>(span, 4)
    if (from < reached || to <= from) return -1
    if (!advance(from - reached, end)) return -1
    const start = cursor
    if (!advance(to - from, end)) return -1
    copy(written, start, cursor - start)
    written += cursor - start
    reached = to
    store<i32>(span, <i32>(start - value))
    store<i32>(span, <i32>(cursor - value), 4)
  }
  return <i32>(written - out)
}

/** The same where it is known where the spans stand in the spelling. */
export function gather(value: usize, length: i32, places: usize, count: i32, out: usize): i32 {
  let written = out
  let reached = 0
  for (let index = 0; index < count; index++) {
    const place = places + ((<usize>index) << 3)
    const from = load<i32>(place)
    const to = load<i32>(place, 4)
    if (from < reached || to <= from || to > length) return -1
    copy(written, value + <usize>from, <usize>(to - from))
    written += <usize>(to - from)
    reached = to
  }
  return <i32>(written - out)
}

/** Where the string ends that goes on here, or 0 if it does not. */
function endOfString(from: usize, end: usize): usize {
  const quotes = i8x16.splat(quote)
  const backslashes = i8x16.splat(backslash)
  beginEscapes()
  for (let at = from; at < end; at += 64) {
    const escaped = escaped64(equal64(at, backslashes))
    const bounds = equal64(at, quotes) & ~escaped
    // What stands before the first quote; everything, where there is none.
    const within = (bounds & (~bounds + 1)) - 1
    if ((control64(at) & within) !== 0) return 0
    const begun = starting64() & within
    if (begun !== 0 && !areEscapes(at, begun)) return 0
    if (bounds === 0) continue
    const stop = at + <usize>ctz(bounds)
    return stop < end ? stop : 0
  }
  return 0
}

function isSame64(one: usize, other: usize): bool {
  const first = v128.and(i8x16.eq(v128.load(one), v128.load(other)), i8x16.eq(v128.load(one, 16), v128.load(other, 16)))
  const second = v128.and(
    i8x16.eq(v128.load(one, 32), v128.load(other, 32)),
    i8x16.eq(v128.load(one, 48), v128.load(other, 48)),
  )
  return i8x16.all_true(v128.and(first, second))
}

/** Where a byte stands next; `end` or behind it if it does not. */
function nextOf(byte: u8, from: usize, end: usize): usize {
  const wanted = i8x16.splat(byte)
  let at = from
  while (at < end) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted))
    if (found !== 0) return at + <usize>ctz(found)
    at += 16
  }
  return end
}

/** Whether so many bytes are the same. */
function isSame(one: usize, other: usize, length: usize): bool {
  let at: usize = 0
  for (; at + 64 <= length; at += 64) if (!isSame64(one + at, other + at)) return false
  for (; at < length; at += 16) {
    const same = i8x16.bitmask(i8x16.eq(v128.load(one + at), v128.load(other + at)))
    if (<usize>ctz(~same) < min(length - at, 16)) return false
  }
  return true
}

/**
 * How long the string is that goes on at `changed`, if its bytes are those that the original has at these places, in their order; -1
 * if they are not, or it ends nowhere before `room` bytes.
 */
export function holds(original: usize, length: i32, changed: usize, room: i32, places: usize, count: i32): i32 {
  const stop = endOfString(changed, changed + <usize>room)
  if (stop === 0) return -1
  let at = changed
  let reached = 0
  for (let index = 0; index < count; index++) {
    const place = places + ((<usize>index) << 3)
    const from = load<i32>(place)
    const to = load<i32>(place, 4)
    const bytes = <usize>(to - from)
    if (from < reached || to <= from || to > length || bytes > stop - at) return -1
    if (!isSame(original + <usize>from, at, bytes)) return -1
    at += bytes
    reached = to
  }
  return at === stop ? <i32>(stop - changed) : -1
}

/**
 * How long the string is that goes on at `changed`, if its bytes are those of the original with bytes deleted; -1 if they are not,
 * or it ends nowhere before `room` bytes.
 */
export function remains(original: usize, length: i32, changed: usize, room: i32): i32 {
  const stop = endOfString(changed, changed + <usize>room)
  if (stop === 0) return -1
  const end = original + <usize>length
  let from = original
  let at = changed
  while (at < stop && from < end) {
    const same = i8x16.bitmask(i8x16.eq(v128.load(from), v128.load(at)))
    const run = min(<usize>ctz(~same), min(stop - at, end - from))
    at += run
    from += run
    if (run === 16)
      while (at + 64 <= stop && from + 64 <= end && isSame64(from, at)) {
        at += 64
        from += 64
      }
    else if (at < stop) from = nextOf(load<u8>(at), from, end)
  }
  return at === stop ? <i32>(stop - changed) : -1
}
