// Keeps lines in which LaTeX and curl say what is wrong, whatever kind of text stands around. `outcomes.ts` has those of other programs,
// and older versions share it.

import type { LineContext } from '../context/line-context.ts'
import { pinLines } from './hinted-lines.ts'

/** An error of LaTeX; when to ask again, and what is wrong with a certificate. */
const complaint =
  /^\s{0,40}(?:! [A-Z]\S* \S|(?:< )?[Rr]etry-[Aa]fter: \S|\* +(?:SSL certificate (?:problem|verify)|expire date))/
/** At least one of these stands in each of those lines. */
const hint = /! [A-Z]|[Rr]etry-[Aa]fter|\* +(?:SSL|expire)/g

/** Pins the units of such lines. Linear in the text. */
export const pinComplaints = (context: LineContext): void => pinLines(context, hint, complaint)
