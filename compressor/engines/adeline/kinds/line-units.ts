// Puts lines into the layout: the lines of a unit, and the blank lines between units.

import type { LineContext } from '../context/line-context.ts'
import { Parting } from '../cutting/layout.ts'
import { isBlankLine } from '../reading/lines/line-reading.ts'

/** Indices of the lines of `[first, end)` that have content. */
export const visibleLines = (context: LineContext, first: number, end: number): number[] => {
  const visible: number[] = []
  for (let line = first; line < end; line += 1) if (!isBlankLine(context, line)) visible.push(line)
  return visible
}

/** Adds the lines `[first, end)` of a unit and the blank lines behind them (up to `limit`), which part it from what follows. */
export const addLines = (context: LineContext, unit: number, first: number, end: number, limit: number): void => {
  const { lines, layout } = context
  const [opening, closing] = [lines[first], lines[end - 1]]
  if (opening === undefined || closing === undefined) return
  layout.addTidied(unit, opening.start, closing.contentEnd, closing.end)
  let behind = end
  while (behind < limit && isBlankLine(context, behind)) behind += 1
  const last = lines[behind - 1]
  if (behind > end && last !== undefined) layout.addGap(closing.end, last.end, Parting.paragraph)
}
