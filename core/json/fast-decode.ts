// The units of the text that a JSON string means, by WebAssembly: without a text of its spelling, that the runtime's parser would read, and
// without one of what it means.

import { inWebAssembly, maxBytes, padded } from './in-webassembly.ts'

/**
 * Of what stands between two quotes of a valid body, or of a part of it that parts no character; good until the next call. `undefined` when the
 * plain reader has to say.
 */
export const fastDecode = (spelled: Uint8Array): Uint16Array | undefined => {
  const { length } = spelled
  if (length > maxBytes) return undefined
  const text = padded(length)
  const units = text + padded(length)
  // Room for where the text goes on behind each escape, which is not asked for here; then for its units.
  const fast = inWebAssembly(units + padded(4 * length))
  if (fast === undefined) return undefined
  const { bytes, numbers, exports } = fast
  bytes.set(spelled)
  const written = exports.decode(0, length, text, units)
  if (written < 0) return undefined
  const characters = numbers[units / 4] ?? 0
  exports.widen(text, written, units)
  return new Uint16Array(bytes.buffer, units, characters)
}
