// Second pass of the strict reader of JSON over UTF-8 bytes: where every value stands. Writes the nodes that scan.ts writes.
// AssemblyScript; built by scripts/build-webassembly.ts. All addresses are the caller's business.

const quote: u8 = 0x22

/** What a node is: as in scan.ts. */
const kindObject = 1
const kindArray = 2
const kindString = 3
const kindNumber = 4
const kindLiteral = 5
const kindKey = 6

/** What may come next. */
const expectsValue = 0
const expectsFirstElement = 1
const expectsKey = 2
const expectsFirstKey = 3
const expectsNothing = 4

/** The plain reader has to do it: no room, or too deep. */
const cannot = -2
const invalid = -1

/** The place behind the closing quote of the string that opens at `start`. */
function endOfString(quotes: usize, start: i32): i32 {
  let block = (start + 1) >> 6
  let left = load<u64>(quotes + ((<usize>block) << 3)) & (~(<u64>0) << (<u64>(start + 1) & 63))
  while (left === 0) left = load<u64>(quotes + ((<usize>++block) << 3))
  return (block << 6) + <i32>ctz(left) + 1
}

function isDigit(byte: u8): bool {
  return byte >= 0x30 && byte <= 0x39
}

/** The address behind one digit or more, or 0. */
function digits(from: usize): usize {
  if (!isDigit(load<u8>(from))) return 0
  let at = from
  do at++
  while (isDigit(load<u8>(at)))
  return at
}

/** The address behind a number, or 0. */
function endOfNumber(start: usize): usize {
  let at = load<u8>(start) === 0x2d ? start + 1 : start
  at = load<u8>(at) === 0x30 ? at + 1 : digits(at)
  if (at === 0) return 0
  if (load<u8>(at) === 0x2e) {
    at = digits(at + 1)
    if (at === 0) return 0
  }
  if ((load<u8>(at) | 0x20) !== 0x65) return at
  const sign = load<u8>(at, 1)
  return digits(at + (sign === 0x2b || sign === 0x2d ? 2 : 1))
}

/** The address behind `true`, `false` or `null`, or 0. */
function endOfLiteral(start: usize): usize {
  const word = load<u32>(start)
  if (word === 0x65757274 || word === 0x6c6c756e) return start + 4
  return word === 0x736c6166 && load<u8>(start, 4) === 0x65 ? start + 5 : 0
}

/** The first place that holds no white space; `end`, or one behind it, if none does. */
function skipWhitespace(from: usize, end: usize): usize {
  // Most tokens follow at once.
  if (load<u8>(from) > 0x20) return from
  if (load<u8>(from) === 0x20 && load<u8>(from, 1) > 0x20) return from + 1
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at)
    const blanks = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x0a))),
      v128.or(i8x16.eq(bytes, i8x16.splat(0x0d)), i8x16.eq(bytes, i8x16.splat(0x09))),
    )
    const others = ~i8x16.bitmask(blanks) & 0xffff
    if (others !== 0) return at + <usize>ctz(others)
  }
  return end
}

function store4(cell: usize, kind: i32, start: i32, end: i32, next: i32): void {
  store<i32>(cell, kind)
  store<i32>(cell, start, 4)
  store<i32>(cell, end, 8)
  store<i32>(cell, next, 12)
}

/**
 * Writes the nodes (16 bytes each: kind, start, end, next) of a text whose quotes are noted. `open` has room for the places of
 * `maxDepth` nodes. `from`: where to begin; behind a value, if not at the beginning, with the `known` nodes before it written, and
 * the places of the `within` nodes that it is in. Returns how many nodes there are, -1 when the text is not valid, -2 when there is too little room.
 */
export function values(
  text: usize,
  length: i32,
  quotes: usize,
  nodes: usize,
  maxNodes: i32,
  open: usize,
  maxDepth: i32,
  from: i32,
  known: i32,
  within: i32,
): i32 {
  const end = text + <usize>length
  let count = known
  let depth = within
  let at = text + <usize>from
  let expected = from === 0 ? expectsValue : expectsNothing
  while (at <= end) {
    at = skipWhitespace(at, end)
    if (at >= end) return expected === expectsNothing && depth === 0 ? count : invalid
    if (count + 2 > maxNodes) return cannot
    const byte = load<u8>(at)

    if (expected === expectsNothing) {
      if (depth === 0) return invalid
      const isObject = load<i32>(nodes + ((<usize>load<i32>(open + ((<usize>(depth - 1)) << 2))) << 4)) === kindObject
      if (byte === 0x2c) {
        at++
        expected = isObject ? expectsKey : expectsValue
        continue
      }
      if (byte !== <u8>(isObject ? 0x7d : 0x5d)) return invalid
    }
    if (
      expected === expectsNothing ||
      (byte === 0x5d && expected === expectsFirstElement) ||
      (byte === 0x7d && expected === expectsFirstKey)
    ) {
      at++
      depth--
      const cell = nodes + ((<usize>load<i32>(open + ((<usize>depth) << 2))) << 4)
      store<i32>(cell, <i32>(at - text), 8)
      store<i32>(cell, count, 12)
      expected = expectsNothing
      continue
    }

    const cell = nodes + ((<usize>count) << 4)
    const start = <i32>(at - text)
    if (expected === expectsKey || expected === expectsFirstKey) {
      if (byte !== quote) return invalid
      const behind = endOfString(quotes, start)
      store4(cell, kindKey, start, behind, ++count)
      at = skipWhitespace(text + <usize>behind, end)
      if (at >= end || load<u8>(at) !== 0x3a) return invalid
      at++
      expected = expectsValue
      continue
    }
    if (byte === 0x7b || byte === 0x5b) {
      if (depth === maxDepth) return cannot
      store4(cell, byte === 0x7b ? kindObject : kindArray, start, -1, -1)
      store<i32>(open + ((<usize>depth) << 2), count)
      depth++
      count++
      at++
      expected = byte === 0x7b ? expectsFirstKey : expectsFirstElement
      continue
    }
    let kind = kindString
    let behind: usize
    if (byte === quote) behind = text + <usize>endOfString(quotes, start)
    else if (byte === 0x74 || byte === 0x66 || byte === 0x6e) {
      kind = kindLiteral
      behind = endOfLiteral(at)
    } else {
      kind = kindNumber
      behind = endOfNumber(at)
    }
    if (behind === 0 || behind > end) return invalid
    store4(cell, kind, start, <i32>(behind - text), ++count)
    at = behind
    expected = expectsNothing
  }
  return invalid
}
