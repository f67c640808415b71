// The text that a JSON text mostly is, as tools print what they have found: told by its beginning alone.

import type { Beginning } from '../../json/strings/beginning.ts'

const [quote, backslash] = [0x22, 0x5c]

const isEscaped = (units: Uint16Array, at: number): boolean => {
  let first = at
  while (units[first - 1] === backslash) first -= 1
  return (at - first) % 2 === 1
}

/** In front of what is unfinished, an escape may be so, too. */
const cutEscape = /\\u[\da-fA-F]{0,3}$/

/** The string that most of a JSON text is, whatever its member is called, as far as it is looked at. `undefined` if there is none. */
export const mostOfJson = (text: Beginning): string | undefined => {
  const { units } = text
  const { length } = units
  // It stands in the middle.
  let start = units.lastIndexOf(quote, length >> 1)
  while (start > 0 && isEscaped(units, start)) start = units.lastIndexOf(quote, start - 1)
  let end = units.indexOf(quote, start + 1)
  while (end > 0 && isEscaped(units, end)) end = units.indexOf(quote, end + 1)
  const until = end < 0 ? length : end
  if (start < 0 || 2 * (until - start) < length) return undefined
  const spelled = text.part(start + 1, until)
  const whole = isEscaped(units, until) ? spelled.slice(0, -1) : spelled.replace(cutEscape, '')
  try {
    return String(JSON.parse(`"${whole}"`))
  } catch {
    return undefined
  }
}
