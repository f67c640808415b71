// The units of the text that a JSON string means, by WebAssembly: without a text of its spelling, that the runtime's parser would read, and
// without one of what it means.

import { inWebAssembly, maxBytes, padded } from './instance.ts'

/**
 * Of what stands between two quotes of a valid body, or of a part of it that parts no character: written behind so many units of `into`, as many
 * as find room. How many; `undefined` when the plain reader has to say.
 */
export const fastDecode = (
  body: Buffer,
  start: number,
  end: number,
  into: Buffer,
  behind: number,
): number | undefined => {
  const length = end - start
  if (length > maxBytes) return undefined
  const text = padded(length)
  const units = text + padded(length)
  // Room for where the text goes on behind each escape, which is not asked for here; then for its units.
  const fast = inWebAssembly(units + padded(4 * length))
  if (fast === undefined) return undefined
  const { bytes, numbers, exports } = fast
  body.copy(bytes, 0, start, end)
  const written = exports.decode(0, length, text, units)
  if (written < 0) return undefined
  const characters = numbers[units / 4] ?? 0
  exports.widen(text, written, units)
  return bytes.copy(into, 2 * behind, units, units + 2 * characters) / 2
}
