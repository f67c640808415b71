// Where strings end.

import type { Units } from './units.ts'

const [quote, backslash, space] = [0x22, 0x5c, 0x20]
const isShortEscape = new Uint8Array(0x10000)
for (const character of '"\\/bfnrt') isShortEscape[character.charCodeAt(0)] = 1

const isHexDigit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x46) || (unit >= 0x61 && unit <= 0x66)

/** End of the escape `\uXXXX` that starts at `index`, or -1 if none starts there. */
const endOfLongEscape = (units: Units, index: number): number => {
  if (units[index + 1] !== 0x75) return -1
  for (let digit = index + 2; digit < index + 6; digit += 1) if (!isHexDigit(units[digit] ?? 0)) return -1
  return index + 6
}

/** 1 for every unit at which a string cannot just go on: its end, an escape, a control character. */
const stops = new Uint8Array(0x10000).fill(1, 0, space)
stops[quote] = 1
stops[backslash] = 1

/**
 * Finds the ends of a text's strings, to be asked in the order of the text: given where a string opens, the index behind
 * its closing quote, or -1 when it is no string (RFC 8259).
 */
export const stringEnds =
  (units: Units): ((start: number) => number) =>
  (start) => {
    for (let index = start + 1; index >= 0; ) {
      // Behind the last unit reads as a control character.
      while (stops[units[index] ?? 0] === 0) index += 1
      if (units[index] === quote) return index + 1
      if (units[index] !== backslash) return -1
      index = isShortEscape[units[index + 1] ?? 0] === 1 ? index + 2 : endOfLongEscape(units, index)
    }
    return -1
  }
