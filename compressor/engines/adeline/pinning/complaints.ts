// Keeps lines in which LaTeX and curl say what is wrong, whatever kind of text stands around. `outcomes.ts` has those of other programs,
// and older versions share it.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { linesAt } from './hinted-lines.ts'

/** An error of LaTeX; when to ask again, and what is wrong with a certificate. */
const complaint =
  /^\s{0,40}(?:! [A-Z]\S* \S|(?:< )?[Rr]etry-[Aa]fter: \S|\* +(?:SSL certificate (?:problem|verify)|expire date))/
/** At least one of these stands in each of those lines. */
const hint = /! [A-Z]|[Rr]etry-[Aa]fter|\* +(?:SSL|expire)/g

function* hints(text: string): Generator<number> {
  for (const { index } of text.matchAll(hint)) yield index
}

/** Pins the units of such lines. Linear in the text. */
export const pinComplaints = (context: LineContext): void => {
  const { units, text } = context
  let unitsOn: ((line: number) => number[]) | undefined
  for (const line of linesAt(context, hints(text))) {
    if (!complaint.test(contentOf(context, line))) continue
    unitsOn ??= unitsOnLine(context)
    for (const unit of unitsOn(line)) units.pin(unit)
  }
}
