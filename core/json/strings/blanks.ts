// What is left of a JSON text without its insignificant blanks, by WebAssembly. The plain twin is in core/lossless.

import { PackedSpans } from '../../text/spans.ts'
import { utf8Of } from '../utf8.ts'
import { inWebAssembly, maxBytes, padded, type Working } from '../webassembly/instance.ts'
import { placesFor, readIn, readPlaced } from '../webassembly/scan.ts'

const boundsAt = ({ numbers }: Pick<Working, 'numbers'>, from: number, count: number): Int32Array =>
  numbers.slice(from / 4, from / 4 + 2 * count)

/**
 * The spans of everything but the blanks outside strings; `'invalid'` if the text is not one JSON value, `undefined` when the plain
 * twin has to say.
 */
export const fastBlanks = (text: string): PackedSpans | 'invalid' | undefined => {
  const bytes = utf8Of(text)
  const read = readIn(bytes, Number.POSITIVE_INFINITY)
  if (typeof read !== 'object') return read
  const { exports, places } = read
  // In place of the nodes: there are never as many bytes of spans.
  const count = exports.blanks(0, bytes.length, places.quotes, places.nodes, 0, 0)
  return new PackedSpans(boundsAt(read, places.nodes, count))
}

/** What is left of the text that a JSON string means. */
export interface SpelledBlanks {
  readonly spans: PackedSpans
  /** Where they stand in the spelling, in bytes. */
  readonly places: Int32Array
  /** How many UTF-16 units the text has. */
  readonly characters: number
}

/** The same of the text that a JSON string means, by what a body has between its quotes. */
export const blanksOfSpelled = (body: Buffer, start: number, end: number): SpelledBlanks | 'invalid' | undefined => {
  const length = end - start
  if (length > maxBytes) return undefined
  const places = placesFor(length)
  const value = places.end
  const spans = value + padded(length)
  // Room for as many numbers as there are bytes: a span has a blank beside it, and an escape has two bytes.
  const units = spans + padded(4 * length)
  const fast = inWebAssembly(units + padded(4 * length))
  if (fast === undefined) return undefined
  const { exports } = fast
  body.copy(fast.bytes, value, start, end)
  const written = exports.decode(value, length, 0, units)
  if (written < 0) return undefined
  const characters = fast.numbers[units / 4] ?? 0
  const read = readPlaced(fast, places, written, Number.POSITIVE_INFINITY)
  if (typeof read !== 'object') return read
  const count = exports.blanks(0, written, places.quotes, places.nodes, units, spans)
  return {
    spans: new PackedSpans(boundsAt(fast, places.nodes, count)),
    places: boundsAt(fast, spans, count),
    characters,
  }
}
