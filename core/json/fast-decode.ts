// The text that a long JSON string means, by WebAssembly: without a text of its spelling, that the runtime's parser would read, and without
// one of what it means where its bytes tell enough.

import { inWebAssembly, maxBytes, padded } from './in-webassembly.ts'

/** A text in UTF-8, good until the next call. */
export interface Decoded {
  readonly bytes: Buffer
  /** UTF-16 units. */
  readonly characters: number
}

/** Whether all of it is ASCII. */
export const isPlain = ({ bytes, characters }: Decoded): boolean => characters === bytes.length

/** Of what stands between two quotes of a valid body, or of a part of it that parts no character; `undefined` when the plain reader has to say. */
export const fastDecode = (spelled: Uint8Array): Decoded | undefined => {
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
  const [characters = 0] = new Int32Array(buffer, units, 1)
  return { bytes: Buffer.from(buffer, out, written), characters }
}

/** As a string. */
export const textOf = (decoded: Decoded): string => decoded.bytes.toString(isPlain(decoded) ? 'latin1' : 'utf8')
