// What editions do with lines once all is ranked: a ranker that saw more pinned would take other lines for it, and doubt less. Each keeps
// what the one before it does.

import { bindCommits } from './kinds/commits.ts'
import { pinComplaints } from './kinds/complaints.ts'
import type { LineContext, LineRule } from './kinds/context.ts'
import { partDetails } from './kinds/details.ts'
import { bindFileHeadings } from './kinds/file-headings.ts'
import { bindHeads } from './kinds/heads.ts'
import { bindListedHeadings } from './kinds/listed-headings.ts'
import { pinOddEvents } from './kinds/odd-events.ts'
import { pinOddLines } from './kinds/odd-lines.ts'
import { pinOneOfAShape } from './kinds/one-of-a-shape.ts'
import { bindOptions } from './kinds/options.ts'
import { pinOutcomes } from './kinds/outcomes.ts'
import { pinPlacedFailures } from './kinds/placed-failures.ts'
import { bindPrintedRecords } from './kinds/printed-records.ts'
import { pinPrintedValues } from './kinds/printed-values.ts'
import { pinRows } from './kinds/rows.ts'
import { bindSectionHeadings } from './kinds/section-headings.ts'
import { type Line, stretchesOf } from './kinds/stretches.ts'
import { bindTitles } from './kinds/titles.ts'

/** Lines that say how something ended, and heads; details of files go before their names. */
export const keepAndPart: LineRule = (context) => {
  pinOutcomes(context)
  bindHeads(context)
  partDetails(context)
}

/** So does what differs from what stands around it, and what lines stand under. `keepsOwn`: see `pinRows`. */
const pinWhatDiffers = (context: LineContext, stretches: readonly Line[][], keepsOwn: boolean): void => {
  pinOutcomes(context)
  pinComplaints(context)
  bindHeads(context)
  bindTitles(context)
  pinRows(context, keepsOwn)
  pinOddLines(context, stretches)
}

export const keepWhatDiffers: LineRule = (context) => {
  pinWhatDiffers(context, [...stretchesOf(context)], false)
  partDetails(context)
}

/** So do the line that says where others belong, a linter's failures, and one of many lines of a shape. */
const pinWhatBelongs = (context: LineContext, stretches: readonly Line[][], keepsOwn: boolean): void => {
  bindCommits(context)
  pinWhatDiffers(context, stretches, keepsOwn)
  pinPlacedFailures(context)
  pinOneOfAShape(context)
}

export const keepWhereThingsBelong: LineRule = (context) => {
  // Takes pins from the ends of directories, which must not be those of the rules below.
  bindListedHeadings(context, false)
  pinWhatBelongs(context, [...stretchesOf(context)], false)
  // Adds units that are not in the order of the text.
  partDetails(context)
}

/** So do values that a program has printed, events and statements that differ in kind, and files with what is below their names. */
export const keepWhatIsPrinted: LineRule = (context) => {
  const stretches = [...stretchesOf(context)]
  bindListedHeadings(context, true)
  pinWhatBelongs(context, stretches, true)
  pinPrintedValues(context)
  pinOddEvents(context, stretches)
  bindFileHeadings(context)
  bindPrintedRecords(context)
  bindSectionHeadings(context)
  bindOptions(context)
  partDetails(context)
}
