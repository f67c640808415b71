// Reads a JSON text once, strictly (RFC 8259), and says where every value stands. Nothing is converted: the text stays
// the only truth, so numbers, escapes, key order, duplicate keys and whitespace cannot be lost. No recursion: depth costs no stack.

import { isAscii } from 'node:buffer'
import { BodyText, type TextSource } from './body-text.ts'
import { Int32List } from './int32-list.ts'
import { stringEnds } from './string-ends.ts'
import { type Units, unitsReader } from './units.ts'
import { fastScan, type ScannedPrefix } from './webassembly/scan.ts'

/** What a node is. Keys are nodes of their own, each followed by its value. */
export const JsonKind = { Object: 1, Array: 2, String: 3, Number: 4, Literal: 5, Key: 6 } as const

/**
 * The nodes of one text in document order, four numbers each: kind, start, end (offsets; strings with their quotes), and the
 * index of the first node behind the whole value.
 */
export interface JsonTape<Text extends TextSource = TextSource> {
  /** What was read. Offsets count its units: UTF-16 units of a text, bytes of a body. */
  readonly text: Text
  /** Of a body: its UTF-8 bytes, which are the units of `text`. */
  readonly bytes?: Buffer
  /** Whether the bytes are more than ASCII: what is taken out of the body as a text is decoded. */
  readonly isEncoded: boolean
  /** Whether the escape character, with which codes of terminals begin, is in one of its strings; absent: nobody has looked. */
  readonly hasColours?: boolean
  /** Whether all of its strings surely have their plain spelling (plain-spelling.ts); absent: nobody has looked. */
  readonly isSpelledPlainly?: boolean
  readonly length: number
  readonly cells: Int32Array
}

/** Deeper than any parser goes; more would waste memory. */
const maxDepth = 1_000_000

const unitsOf = unitsReader()
const stride = 4
const [tab, lineFeed, carriageReturn, space, quote] = [0x09, 0x0a, 0x0d, 0x20, 0x22]
const [letterF, letterN, letterT] = [0x66, 0x6e, 0x74]
const [comma, colon, openBracket, closeBracket, openBrace, closeBrace] = [0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d]

/** The four characters that JSON allows between tokens. */
export const isJsonWhitespace = (unit: number): boolean =>
  unit === space || unit === lineFeed || unit === carriageReturn || unit === tab

const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const literalPattern = /true|false|null/y
const endOfMatch = (pattern: RegExp, text: string, start: number): number => {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : -1
}

const tapeOf = (text: string, nodes: Int32List): JsonTape<string> => ({
  text,
  isEncoded: false,
  length: nodes.length / stride,
  cells: nodes.values,
})

/** Appends a node that has no nodes inside yet, and returns its index. */
const addNode = (nodes: Int32List, kind: number, start: number, end: number): number => {
  const cell = nodes.grow(stride)
  const { values } = nodes
  values[cell] = kind
  values[cell + 1] = start
  values[cell + 2] = end
  values[cell + 3] = nodes.length / stride
  return cell / stride
}

/** Ends a container at `end`, behind everything that was added since it was opened. */
const closeNode = (nodes: Int32List, node: number, end: number): void => {
  nodes.values[node * stride + 2] = end
  nodes.values[node * stride + 3] = nodes.length / stride
}

/** Index of the first unit at or after `start` that is not white space. */
const skipWhitespace = (units: Units, start: number): number => {
  let position = start
  while (position < units.length && isJsonWhitespace(units[position] ?? 0)) position += 1
  return position
}

/** The kind of the value that begins with this unit and is neither an object nor a list. */
const kindOfPlainValue = (unit: number): number => {
  if (unit === quote) return JsonKind.String
  return unit === letterT || unit === letterF || unit === letterN ? JsonKind.Literal : JsonKind.Number
}

/** The tape of a text that is one JSON value, or `undefined` when it is not. Linear in the text. */
export const scanJson = (text: string): JsonTape<string> | undefined => {
  const tape = scanJsonUpTo(text, Number.POSITIVE_INFINITY)
  return tape === 'too-many' ? undefined : tape
}

/** The same, or `too-many` as soon as the text has more nodes than `mostNodes`, whatever follows. Takes time by both. */
export const scanJsonUpTo = (text: string, mostNodes: number): JsonTape<string> | 'too-many' | undefined =>
  scanUnits(unitsOf(text), text, mostNodes)

/** The same of a body, whose bytes are known to be UTF-8, by the plain reader. */
export const scanBodyPlainly = (bytes: Uint8Array, mostNodes: number): JsonTape | 'too-many' | undefined => {
  const buffer = bufferOf(bytes)
  const tape = scanUnits(bytes, buffer.toString('latin1'), mostNodes)
  return typeof tape === 'object' ? { ...tape, bytes: buffer, isEncoded: !isAscii(bytes) } : tape
}

/**
 * The tape of a body, which is one JSON value in UTF-8, or `undefined` when it is not. `too-many` when it has more nodes than
 * `mostNodes`, whatever follows them. `prefix`: what it is known to begin with. `received`: the text whose bytes they are, where
 * that is at hand. Linear in the body.
 */
export const scanBody = (
  bytes: Uint8Array,
  mostNodes: number,
  prefix?: ScannedPrefix,
  received?: string,
): JsonTape | 'too-many' | undefined => {
  const read = fastScan(bytes, mostNodes, prefix)
  if (read === 'invalid') return undefined
  if (read === undefined) return scanBodyPlainly(bytes, mostNodes)
  const { cells, hasColours, isSpelledPlainly } = read
  const buffer = bufferOf(bytes)
  // In UTF-8, as many bytes as characters is ASCII alone.
  const text = received?.length === bytes.length ? received : new BodyText(buffer)
  const isEncoded = text !== received && !isAscii(bytes)
  return { text, cells, length: cells.length / stride, bytes: buffer, isEncoded, hasColours, isSpelledPlainly }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

const scanUnits = (units: Units, text: string, mostNodes: number): JsonTape<string> | 'too-many' | undefined => {
  const endOfString = stringEnds(units)
  const nodes = new Int32List()
  const open: number[] = []
  let position = 0
  /** What may come next: a value, a value or the end of an array, a key, a key or the end of an object, or what follows a value. */
  let expected: 'value' | 'firstElement' | 'key' | 'firstKey' | 'after' = 'value'

  for (;;) {
    position = skipWhitespace(units, position)
    if (position >= text.length) return expected === 'after' && open.length === 0 ? tapeOf(text, nodes) : undefined
    if (nodes.length > mostNodes * stride) return 'too-many'
    const unit = units[position] ?? 0
    const container = open.at(-1)

    if (expected === 'after') {
      if (container === undefined) return undefined
      const isObject = nodes.values[container * stride] === JsonKind.Object
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
      closeNode(nodes, container, position)
      open.pop()
      expected = 'after'
      continue
    }

    if (expected === 'key' || expected === 'firstKey') {
      const end = unit === quote ? endOfString(position) : -1
      if (end < 0) return undefined
      addNode(nodes, JsonKind.Key, position, end)
      position = skipWhitespace(units, end)
      if (units[position] !== colon) return undefined
      position += 1
      expected = 'value'
      continue
    }

    if (unit === openBrace || unit === openBracket) {
      if (open.length === maxDepth) return undefined
      open.push(addNode(nodes, unit === openBrace ? JsonKind.Object : JsonKind.Array, position, -1))
      position += 1
      expected = unit === openBrace ? 'firstKey' : 'firstElement'
      continue
    }
    const kind = kindOfPlainValue(unit)
    const end =
      kind === JsonKind.String
        ? endOfString(position)
        : endOfMatch(kind === JsonKind.Literal ? literalPattern : numberPattern, text, position)
    if (end < 0) return undefined
    addNode(nodes, kind, position, end)
    position = end
    expected = 'after'
  }
}
