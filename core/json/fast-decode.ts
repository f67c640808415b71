// The text that a long JSON string means, by WebAssembly: without a second text, of its spelling, that the runtime's parser would read.

import { inWebAssembly, maxBytes, padded } from './in-webassembly.ts'

/** Of what stands between two quotes of a valid body, or of a part of it that parts no character; `undefined` when the plain reader has to say. */
export const fastDecode = (spelled: Uint8Array): string | undefined => {
  const { length } = spelled
  if (length > maxBytes) return undefined
  const out = padded(length)
  const units = out + padded(length)
  // Room for where the text goes on behind each escape, which is not asked for here.
  const fast = inWebAssembly(units + padded(4 * length))
  if (fast === undefined) return undefined
  const { buffer, exports } = fast
  new Uint8Array(buffer).set(spelled)
  const written = exports.decode(0, length, out, units)
  if (written < 0) return undefined
  const text = Buffer.from(buffer, out, written)
  const [characters] = new Int32Array(buffer, units, 1)
  return text.toString(characters === written ? 'latin1' : 'utf8')
}
