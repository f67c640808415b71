// Reads a JSON text once, strictly (RFC 8259), and says where every value stands. Nothing is converted: the text stays
// the only truth, so numbers, escapes, key order, duplicate keys and whitespace cannot be lost. No recursion: depth is free.

/** What a node is. Keys are nodes of their own, each followed by its value. */
export const JsonKind = { Object: 1, Array: 2, String: 3, Number: 4, Literal: 5, Key: 6 } as const

/**
 * The nodes of one text in document order, four numbers each: kind, start, end (UTF-16 offsets; strings with their
 * quotes), and the index of the first node behind the whole value.
 */
export interface JsonTape {
  readonly text: string
  /** The text's UTF-16 code units: twice as fast to walk as the string. */
  readonly units: Uint16Array
  readonly length: number
  readonly cells: Int32Array
}

const stride = 4
const [tab, lineFeed, carriageReturn, space, quote, backslash] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x5c]
const [comma, colon, openBracket, closeBracket, openBrace, closeBrace] = [0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d]

/** The four characters that JSON allows between tokens. */
export const isJsonWhitespace = (unit: number): boolean =>
  unit === space || unit === lineFeed || unit === carriageReturn || unit === tab

const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const literalPattern = /true|false|null/y
const isShortEscape = new Uint8Array(128)
for (const character of '"\\/bfnrt') isShortEscape[character.charCodeAt(0)] = 1

const isHexDigit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x46) || (unit >= 0x61 && unit <= 0x66)

/** The text's code units. */
export const unitsOf = (text: string): Uint16Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
}

/** End of the string that opens at `start` (behind its closing quote), or -1 when it is not one. */
export const endOfString = (units: Uint16Array, start: number): number => {
  const length = units.length
  for (let index = start + 1; index < length; index += 1) {
    const unit = units[index] ?? 0
    if (unit === quote) return index + 1
    if (unit < space) return -1
    if (unit !== backslash) continue
    index += 1
    const escaped = units[index] ?? 0
    if (isShortEscape[escaped] === 1) continue
    if (escaped !== 0x75) return -1
    for (let digits = 0; digits < 4; digits += 1) {
      index += 1
      if (!isHexDigit(units[index] ?? 0)) return -1
    }
  }
  return -1
}

const endOfMatch = (pattern: RegExp, text: string, start: number): number => {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** The tape of a text that is one JSON value, or `undefined` when it is not. Linear in the text. */
export const scanJson = (text: string): JsonTape | undefined => {
  const units = unitsOf(text)
  let cells = new Int32Array(stride * 256)
  let length = 0
  const open: number[] = []
  let position = 0
  /** What may come next: a value, a value or the end of an array, a key, a key or the end of an object, or what follows a value. */
  let expected: 'value' | 'firstElement' | 'key' | 'firstKey' | 'after' = 'value'

  const push = (kind: number, start: number, end: number): number => {
    if ((length + 1) * stride > cells.length) {
      const larger = new Int32Array(cells.length * 2)
      larger.set(cells)
      cells = larger
    }
    const cell = length * stride
    cells[cell] = kind
    cells[cell + 1] = start
    cells[cell + 2] = end
    cells[cell + 3] = length + 1
    length += 1
    return length - 1
  }
  const skipWhitespace = (): void => {
    while (position < units.length && isJsonWhitespace(units[position] ?? 0)) position += 1
  }

  for (;;) {
    skipWhitespace()
    if (position >= text.length)
      return expected === 'after' && open.length === 0 ? { text, units, length, cells } : undefined
    const unit = units[position] ?? 0
    const container = open.at(-1)

    if (expected === 'after') {
      if (container === undefined) return undefined
      const isObject = cells[container * stride] === JsonKind.Object
      if (unit === comma) {
        position += 1
        expected = isObject ? 'key' : 'value'
        continue
      }
      if (unit !== (isObject ? closeBrace : closeBracket)) return undefined
    }
    const closes =
      (unit === closeBracket && expected === 'firstElement') ||
      (unit === closeBrace && expected === 'firstKey') ||
      expected === 'after'
    if (closes) {
      if (container === undefined) return undefined
      position += 1
      cells[container * stride + 2] = position
      cells[container * stride + 3] = length
      open.pop()
      expected = 'after'
      continue
    }

    if (expected === 'key' || expected === 'firstKey') {
      const end = unit === quote ? endOfString(units, position) : -1
      if (end < 0) return undefined
      push(JsonKind.Key, position, end)
      position = end
      skipWhitespace()
      if (units[position] !== colon) return undefined
      position += 1
      expected = 'value'
      continue
    }

    if (unit === openBrace || unit === openBracket) {
      open.push(push(unit === openBrace ? JsonKind.Object : JsonKind.Array, position, -1))
      position += 1
      expected = unit === openBrace ? 'firstKey' : 'firstElement'
      continue
    }
    const [kind, end] =
      unit === quote
        ? [JsonKind.String, endOfString(units, position)]
        : unit === 0x74 || unit === 0x66 || unit === 0x6e
          ? [JsonKind.Literal, endOfMatch(literalPattern, text, position)]
          : [JsonKind.Number, endOfMatch(numberPattern, text, position)]
    if (end < 0) return undefined
    push(kind, position, end)
    position = end
    expected = 'after'
  }
}
