// Blanks of JSON that are tokens of their own.

import type { SpanList } from './spans.ts'

/** A number, or a quote with a word behind it, as it stands in a text or in one within a text. */
const numberOrWord = /\d|\\?"[a-z\d]/iy

/** Marks in a text within a text that may be one token with a blank behind them and the backslash behind that, and without the blank, too. */
const joinedMarks = /\[$|[\]}],$/

const isJoined = (text: string, blank: number, behind: number): boolean =>
  text[behind] === '\\' && joinedMarks.test(text.slice(Math.max(0, blank - 2), blank))

/**
 * How many of the pieces that a text loses are such blanks: they stand between a mark and a number, or between two marks. A blank before `true` or
 * before a path in quotes is not one: with what stands behind it, it may be one token (0099 has what was counted).
 */
export const blanksLost = (text: string, kept: SpanList): number => {
  let blanks = 0
  let last = 0
  for (const [start, end] of kept) {
    numberOrWord.lastIndex = start
    if (last > 0 && start > last && numberOrWord.test(text) && !isJoined(text, last, start)) blanks += 1
    last = end
  }
  return blanks
}
