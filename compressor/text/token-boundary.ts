// Finds places that no o200k token reaches across, so that each side can be counted by itself. Looks at two characters.

import { isLineEnd } from './characters.ts'

/** White space as o200k means it. */
const isSpace = (unit: number): boolean =>
  unit <= 32
    ? unit === 32 || (unit >= 9 && unit <= 13)
    : unit === 0x85 ||
      unit === 0xa0 ||
      unit === 0x1680 ||
      (unit >= 0x2000 && unit <= 0x200a) ||
      (unit >= 0x2028 && unit <= 0x2029) ||
      unit === 0x202f ||
      unit === 0x205f ||
      unit === 0x3000

/** Whether it is an ASCII letter or digit. */
const isAsciiWord = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57)

/**
 * Whether no token can reach across from `left` to `right`: before the first white space after a visible character, after a
 * line end unless a slash follows, and between a letter or digit and any other ASCII character except an apostrophe. Blanks
 * after a line end must not lead to another line end: every token that goes on after a line end and blanks does so there.
 */
export const isBoundary = (left: number, right: number): boolean => {
  if (right === 32 || right === 9) return !isSpace(left) || isLineEnd(left)
  if (isAsciiWord(left)) return right < 128 && !isAsciiWord(right) && right !== 39
  return isLineEnd(left) && right !== 47 && !isSpace(right)
}

/** The same between the last character of one string and the first of another. */
export const partsTokens = (before: string, after: string): boolean =>
  isBoundary(before.charCodeAt(before.length - 1), after.charCodeAt(0))
