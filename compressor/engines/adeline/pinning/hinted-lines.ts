// Which lines of a text are worth a closer look.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf } from '../reading/lines/line-reading.ts'

/** Where a pattern is found in a text, in order; `hint` is global. */
export function* offsetsOf(text: string, hint: RegExp): Generator<number> {
  for (const { index } of text.matchAll(hint)) yield index
}

/** The lines that the offsets, which are in order, are on; each line once. */
export function* linesAt({ lines }: LineContext, offsets: Iterable<number>): Generator<number> {
  let [line, told] = [0, -1]
  for (const offset of offsets) {
    while (line + 1 < lines.length && (lines[line + 1]?.start ?? 0) <= offset) line += 1
    if (line !== told) yield line
    told = line
  }
}

/** Pins the units of lines. Which units are on which line is worked out with the first of them. */
export const linePins = (context: LineContext): ((line: number) => void) => {
  let unitsOn: ((line: number) => number[]) | undefined
  return (line) => {
    unitsOn ??= unitsOnLine(context)
    for (const unit of unitsOn(line)) context.units.pin(unit)
  }
}

/** Pins the units of each line that `sought` finds; at least one `hint` (global) stands in each of those. Linear in the text. */
export const pinLines = (context: LineContext, hint: RegExp, sought: RegExp): void => {
  const pin = linePins(context)
  for (const line of linesAt(context, offsetsOf(context.text, hint)))
    if (sought.test(contentOf(context, line))) pin(line)
}
