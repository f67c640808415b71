// What editions do with lines once all is ranked: a ranker that saw more pinned would take other lines for it, and doubt less. Each keeps
// what the one before it does.

import { bindAlignedRecords } from './binding/aligned-records.ts'
import { bindBuildSteps } from './binding/build-steps.ts'
import { bindCommits } from './binding/commits.ts'
import { bindFileHeadings } from './binding/file-headings.ts'
import { bindHeads } from './binding/heads.ts'
import { type Form, keepListRows, latestListForms, listForms, moreListForms } from './binding/list-rows.ts'
import { bindListedHeadings } from './binding/listed-headings.ts'
import { bindManualParts } from './binding/manual-parts.ts'
import {
  bareRecords,
  bindNumberedRecords,
  framedRecords,
  plainRecords,
  type RecordForm,
} from './binding/numbered-records.ts'
import { keepOptionNames } from './binding/option-names.ts'
import { bindOptions } from './binding/options.ts'
import { partedNames } from './binding/parted-names.ts'
import { bindPrintedRecords } from './binding/printed-records.ts'
import { bindSectionHeadings } from './binding/section-headings.ts'
import { bindSettingHeads } from './binding/setting-heads.ts'
import { dropTestStarts } from './binding/test-starts.ts'
import { bindTitles } from './binding/titles.ts'
import { bindYamlDocuments } from './binding/yaml-documents.ts'
import type { LineContext, LineRule } from './context/line-context.ts'
import { partDetails } from './kinds/details.ts'
import { pinCompilerWarnings } from './pinning/compiler-warnings.ts'
import { pinComplaints } from './pinning/complaints.ts'
import { pinDefinitions } from './pinning/definitions.ts'
import { pinExitCodes } from './pinning/exit-codes.ts'
import { pinFindings } from './pinning/findings.ts'
import { pinKeyedLines } from './pinning/keyed-lines.ts'
import { pinLoneHeaders } from './pinning/lone-headers.ts'
import { pinMarkup } from './pinning/markup.ts'
import { pinOddEvents } from './pinning/odd-events.ts'
import { pinOddLines } from './pinning/odd-lines.ts'
import { pinOneOfAShape } from './pinning/one-of-a-shape.ts'
import { pinOutcomes } from './pinning/outcomes.ts'
import { pinPageSnapshots } from './pinning/page-snapshots.ts'
import { pinPlacedFailures } from './pinning/placed-failures.ts'
import { pinPlans } from './pinning/plans.ts'
import { pinPrintedValues } from './pinning/printed-values.ts'
import { pinRows } from './pinning/rows.ts'
import { pinRuledHeaders } from './pinning/ruled-headers.ts'
import { pinRuledTables } from './pinning/ruled-tables.ts'
import { pinSemicolonTables } from './pinning/semicolon-tables.ts'
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
const keepPrinted = (context: LineContext, bindWhatIsSaid: LineRule): void => {
  const stretches = [...stretchesOf(context)]
  bindListedHeadings(context, true)
  pinWhatBelongs(context, stretches, true)
  pinPrintedValues(context)
  pinOddEvents(context, stretches)
  bindFileHeadings(context)
  bindPrintedRecords(context)
  bindSectionHeadings(context)
  bindWhatIsSaid(context)
  partDetails(context)
}

const bindByIndents: LineRule = (context) => bindOptions(context, indentOf)
const bindByColumns: LineRule = (context) => bindOptions(context, columnOf)

export const keepWhatIsPrinted: LineRule = (context) => keepPrinted(context, bindByIndents)

/** So do how a command ended, the columns' names of a database's table, and records under their numbers; manuals may have tabs. */
const keepEnding = (context: LineContext, records: readonly RecordForm[], bindWhatIsSaid: LineRule): void => {
  pinExitCodes(context)
  pinRuledHeaders(context)
  for (const form of records) bindNumberedRecords(context, form)
  keepPrinted(context, bindWhatIsSaid)
}

export const keepHowItEnded: LineRule = (context) => keepEnding(context, [plainRecords], bindByColumns)

/** Adds units that are not in the order of the text. */
const keepNames =
  (forms: readonly Form[]): LineRule =>
  (context) => {
    const names = partedNames(context)
    keepListRows(context, names, forms)
    keepOptionNames(context, names)
    names.finish()
  }

const keepListed = (context: LineContext, forms: readonly Form[]): void => {
  pinRuledTables(context)
  pinCompilerWarnings(context)
  bindAlignedRecords(context)
  bindYamlDocuments(context)
  keepEnding(context, [framedRecords, bareRecords], keepNames(forms))
}

/** So do the rows of lists and of drawn tables, which say nowhere how many they were, records in any frame, and names of options. */
export const keepWhatIsListed: LineRule = (context) => keepListed(context, listForms)

const keepShown = (context: LineContext, forms: readonly Form[]): void => {
  pinPageSnapshots(context)
  pinSemicolonTables(context)
  keepListed(context, forms)
}

/** So does what a browser's tools say of a page, and so do the rows of tables that semicolons part. */
export const keepWhatIsShown: LineRule = (context) => keepShown(context, listForms)

const keepTold = (context: LineContext, forms: readonly Form[]): void => {
  pinKeyedLines(context)
  pinPlans(context)
  pinFindings(context)
  bindManualParts(context)
  bindBuildSteps(context)
  dropTestStarts(context)
  keepShown(context, forms)
}

/** So do members that stand one on each line, plans, findings, how a command is called, and rows of more lists. */
export const keepWhatIsTold: LineRule = (context) => keepTold(context, moreListForms)

/** So do what defines tables of a database, elements of markup, settings below their heads, and rows that are no header. */
export const keepWhatIsAsked: LineRule = (context) => {
  pinDefinitions(context)
  pinMarkup(context)
  bindSettingHeads(context)
  keepTold(context, latestListForms)
  pinLoneHeaders(context)
}
