// What editions do with lines once all is ranked: a ranker that saw more pinned would take other lines for it, and doubt less. Each keeps
// what the one before it does.

import { bindCommits } from './binding/commits.ts'
import { bindFileHeadings } from './binding/file-headings.ts'
import { bindHeads } from './binding/heads.ts'
import { bindListedHeadings } from './binding/listed-headings.ts'
import { bindNumberedRecords } from './binding/numbered-records.ts'
import { bindOptions } from './binding/options.ts'
import { bindPrintedRecords } from './binding/printed-records.ts'
import { bindSectionHeadings } from './binding/section-headings.ts'
import { bindTitles } from './binding/titles.ts'
import type { LineContext, LineRule } from './context/line-context.ts'
import { partDetails } from './kinds/details.ts'
import { pinComplaints } from './pinning/complaints.ts'
import { pinExitCodes } from './pinning/exit-codes.ts'
import { pinOddEvents } from './pinning/odd-events.ts'
import { pinOddLines } from './pinning/odd-lines.ts'
import { pinOneOfAShape } from './pinning/one-of-a-shape.ts'
import { pinOutcomes } from './pinning/outcomes.ts'
import { pinPlacedFailures } from './pinning/placed-failures.ts'
import { pinPrintedValues } from './pinning/printed-values.ts'
import { pinRows } from './pinning/rows.ts'
import { pinRuledHeaders } from './pinning/ruled-headers.ts'
import { type Line, stretchesOf } from './pinning/stretches.ts'
import { columnOf, indentOf } from './reading/lines/line-reading.ts'

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
const keepPrinted = (context: LineContext, marginOf: typeof indentOf): void => {
  const stretches = [...stretchesOf(context)]
  bindListedHeadings(context, true)
  pinWhatBelongs(context, stretches, true)
  pinPrintedValues(context)
  pinOddEvents(context, stretches)
  bindFileHeadings(context)
  bindPrintedRecords(context)
  bindSectionHeadings(context)
  bindOptions(context, marginOf)
  partDetails(context)
}

export const keepWhatIsPrinted: LineRule = (context) => keepPrinted(context, indentOf)

/** So do how a command ended, the columns' names of a database's table, and records under their numbers; manuals may have tabs. */
export const keepHowItEnded: LineRule = (context) => {
  pinExitCodes(context)
  pinRuledHeaders(context)
  bindNumberedRecords(context)
  keepPrinted(context, columnOf)
}
