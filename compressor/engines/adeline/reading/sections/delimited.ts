// Finds CSV, TSV and similar rows: runs of lines with the same number of one delimiter outside quotes.

import type { Line } from '../../../../text/lines.ts'

const delimiters = [0x2c, 0x09, 0x3b, 0x7c]
const quote = 0x22
const fewestLines = 4
const fewestDelimiters = 2
const longestLine = 4_000

/** Numbers of each delimiter of a line outside quotes; all 0 if a quote stays open. */
const countsOf = (text: string, line: Line): number[] => {
  const counts = [0, 0, 0, 0]
  let inQuotes = false
  if (line.contentEnd - line.start > longestLine) return counts
  for (let at = line.start; at < line.contentEnd; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === quote) inQuotes = !inQuotes
    else if (!inQuotes) {
      const found = delimiters.indexOf(unit)
      if (found >= 0) counts[found] = (counts[found] ?? 0) + 1
    }
  }
  return inQuotes ? [0, 0, 0, 0] : counts
}

/** One byte for each line of `[first, end)`: 1 for delimited rows. */
export const delimitedLines = (text: string, lines: readonly Line[], first: number, end: number): Uint8Array => {
  const marks = new Uint8Array(end - first)
  const counts = lines.slice(first, end).map((line) => countsOf(text, line))
  for (let delimiter = 0; delimiter < delimiters.length; delimiter += 1) {
    let start = 0
    for (let at = 1; at <= counts.length; at += 1) {
      const expected = counts[start]?.[delimiter] ?? 0
      if (at < counts.length && counts[at]?.[delimiter] === expected) continue
      if (expected >= fewestDelimiters && at - start >= fewestLines) marks.fill(1, start, at)
      start = at
    }
  }
  return marks
}
