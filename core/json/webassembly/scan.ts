// The reader of bodies in WebAssembly SIMD, five times as fast as the plain one. They agree on every body (a test generates them).

import { blockBytes, inWebAssembly, maxBytes, padded, type Working } from './instance.ts'

const nodeBytes = 16
/** What `strings` says beside that they are valid. */
const [foundColours, foundOthers] = [2, 4]
/** Deeper bodies are for the plain reader. */
const maxDepth = 4_096

/** Of a body of which nothing is known. */
const wholeBody: ScannedPrefix = {
  end: 0,
  cells: new Int32Array(0),
  list: 0,
  hasColours: false,
  isSpelledPlainly: true,
}

/** Where everything stands for a body of so many bytes. */
export const placesFor = (length: number) => {
  const open = padded(length)
  const quotes = open + maxDepth * 4
  const nodes = quotes + padded(open / 8)
  const maxNodes = open / 4
  return { open, quotes, nodes, maxNodes, end: nodes + maxNodes * nodeBytes }
}

/** The beginning of a body that was read before: up to the end of an element of a list that is a member of the root. */
export interface ScannedPrefix {
  /** Where it ends, in bytes. */
  readonly end: number
  /** The nodes up to there as a tape holds them; of the root and the list, what is known once they end may be anything. */
  readonly cells: Int32Array
  /** The node of the list. */
  readonly list: number
  /** Whether the escape character may be in one of its strings. */
  readonly hasColours: boolean
  /** Whether all of them surely are spelled plainly. */
  readonly isSpelledPlainly: boolean
}

export interface Read extends Working {
  readonly places: ReturnType<typeof placesFor>
  readonly count: number
  readonly hasColours: boolean
  readonly isSpelledPlainly: boolean
}

/** A text in memory with its quotes and nodes; otherwise as `fastScan`. */
export const readIn = (
  bytes: Uint8Array,
  mostNodes: number,
  prefix: ScannedPrefix = wholeBody,
): Read | 'invalid' | undefined => {
  const { length } = bytes
  if (length > maxBytes) return undefined
  const places = placesFor(length)
  const reader = inWebAssembly(places.end)
  if (reader === undefined) return undefined
  const { end: from } = prefix
  reader.bytes.fill(0x20, from - (from % blockBytes), from)
  reader.bytes.set(bytes.subarray(from), from)
  return readPlaced(reader, places, length, mostNodes, prefix)
}

/** The same of a text that stands at the beginning of the memory already. `places`: for as many bytes or more. */
export const readPlaced = (
  { exports, bytes, numbers }: Working,
  places: Read['places'],
  length: number,
  mostNodes: number,
  { end: from, cells, list, hasColours, isSpelledPlainly }: ScannedPrefix = wholeBody,
): Read | 'invalid' | undefined => {
  const { open, quotes, nodes, maxNodes } = places
  const most = Math.min(maxNodes, mostNodes)
  const known = cells.length / 4
  if (known >= most) return undefined
  bytes.fill(0x20, length, open)
  numbers.set(cells, nodes / 4)
  const within = from === 0 ? [] : [0, list]
  numbers.set(within, open / 4)
  const found = exports.strings(0, length, quotes, from)
  if (found === 0) return 'invalid'
  const count = exports.values(0, length, quotes, nodes, most, open, maxDepth, from, known, within.length)
  if (count < 0) return count === -1 ? 'invalid' : undefined
  return {
    exports,
    bytes,
    numbers,
    places,
    count,
    hasColours: hasColours || (found & foundColours) !== 0,
    isSpelledPlainly: isSpelledPlainly && (found & foundOthers) === 0,
  }
}

/**
 * The nodes of a body as a tape holds them, and what shows of its strings; `'invalid'` when it is not one JSON value, `undefined` when the plain
 * reader has to say: of a body that is large, deep or dense, or has more than `mostNodes`. `prefix`: what the body is known to begin with.
 */
export const fastScan = (
  bytes: Uint8Array,
  mostNodes: number,
  prefix?: ScannedPrefix,
): (Pick<Read, 'hasColours' | 'isSpelledPlainly'> & { readonly cells: Int32Array }) | 'invalid' | undefined => {
  const read = readIn(bytes, mostNodes, prefix)
  if (typeof read !== 'object') return read
  const { numbers, places, count, hasColours, isSpelledPlainly } = read
  const from = places.nodes / 4
  return { cells: numbers.slice(from, from + 4 * count), hasColours, isSpelledPlainly }
}
