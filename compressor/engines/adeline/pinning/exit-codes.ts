// Keeps the line in which an agent's shell says how a command ended: often nothing else says that it failed.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { linesAt } from './hinted-lines.ts'

const exitCode = /^\s{0,8}(?:(?:[Ee]xit|[Rr]eturn) ?(?:code|status):? |Process exited with code )-?\d{1,10}\.?\s*$/
/** At least one of these stands in each of those lines. */
const hint = /[Ee]xit|[Rr]eturn ?[cs]/g

function* hints(text: string): Generator<number> {
  for (const { index } of text.matchAll(hint)) yield index
}

/** Pins the units of such lines. Linear in the text. */
export const pinExitCodes = (context: LineContext): void => {
  const { units, text } = context
  let unitsOn: ((line: number) => number[]) | undefined
  for (const line of linesAt(context, hints(text))) {
    if (!exitCode.test(contentOf(context, line))) continue
    unitsOn ??= unitsOnLine(context)
    for (const unit of unitsOn(line)) units.pin(unit)
  }
}
