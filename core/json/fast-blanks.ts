// What is left of a JSON text without its insignificant blanks, by WebAssembly. The plain twin is in core/lossless.

import { PackedSpans } from '../text/spans.ts'
import { readIn } from './fast-scan.ts'
import { utf8Of } from './utf8.ts'

/**
 * The spans of everything but the blanks outside strings; `'invalid'` if the text is not one JSON value, `undefined` when the plain
 * twin has to say.
 */
export const fastBlanks = (text: string): PackedSpans | 'invalid' | undefined => {
  const bytes = utf8Of(text)
  const read = readIn(bytes, Number.POSITIVE_INFINITY)
  if (typeof read !== 'object') return read
  const { buffer, exports, places } = read
  // In place of the nodes: there are never as many bytes of spans.
  const count = exports.blanks(0, bytes.length, places.quotes, places.nodes)
  return new PackedSpans(new Int32Array(buffer, places.nodes, 2 * count).slice())
}
