// What is left of a JSON text without its insignificant blanks, by WebAssembly. The plain twin is in core/lossless.

import { PackedSpans } from '../text/spans.ts'
import { placesFor, type Read, readIn, readPlaced } from './fast-scan.ts'
import { inWebAssembly, maxBytes, padded } from './in-webassembly.ts'
import { utf8Of } from './utf8.ts'

const blanksIn = ({ buffer, exports, places }: Read, length: number): PackedSpans => {
  // In place of the nodes: there are never as many bytes of spans.
  const count = exports.blanks(0, length, places.quotes, places.nodes)
  return new PackedSpans(new Int32Array(buffer, places.nodes, 2 * count).slice())
}

/**
 * The spans of everything but the blanks outside strings; `'invalid'` if the text is not one JSON value, `undefined` when the plain
 * twin has to say.
 */
export const fastBlanks = (text: string): PackedSpans | 'invalid' | undefined => {
  const bytes = utf8Of(text)
  const read = readIn(bytes, Number.POSITIVE_INFINITY)
  return typeof read === 'object' ? blanksIn(read, bytes.length) : read
}

/** The same of the text that a JSON string means, by what stands between its quotes; and how many UTF-16 units the text has. */
export const blanksOfSpelled = (
  spelled: Uint8Array,
): { readonly spans: PackedSpans; readonly characters: number } | 'invalid' | undefined => {
  const { length } = spelled
  if (length > maxBytes) return undefined
  const places = placesFor(length)
  const value = places.end
  const units = value + padded(length)
  const fast = inWebAssembly(units + padded(0))
  if (fast === undefined) return undefined
  const { buffer, exports } = fast
  new Uint8Array(buffer).set(spelled, value)
  const written = exports.decode(value, length, 0, units)
  if (written < 0) return undefined
  const [characters = 0] = new Int32Array(buffer, units, 1)
  const read = readPlaced(fast, places, written, Number.POSITIVE_INFINITY)
  return typeof read === 'object' ? { spans: blanksIn(read, written), characters } : read
}
