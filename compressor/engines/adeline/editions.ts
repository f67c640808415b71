// The versions of adeline-1: the rules alone, then a learned ranker of lines on top of them, then another one of JSON leaves; each version
// since keeps or reads more than the one before. `docs/engines.md` says what.

import { formerLosslessSpans, losslessSpans } from '../../../core/lossless/lossless.ts'
import type { Engine } from '../engine.ts'
import { bindReports } from './binding/reports.ts'
import type { LineRule } from './context/line-context.ts'
import { type Edition, engineOf } from './engine.ts'
import { partDetails } from './kinds/details.ts'
import forest from './learned/forest.json' with { type: 'json' }
import leaves from './learned/leaves.json' with { type: 'json' }
import { byForest, byForests, byRules, type Ranker } from './learned/ranker.ts'
import { readForest, type StoredForest } from './learned/stored-forest.ts'
import {
  keepAndPart,
  keepHowItEnded,
  keepWhatDiffers,
  keepWhatIsAsked,
  keepWhatIsListed,
  keepWhatIsPrinted,
  keepWhatIsShown,
  keepWhatIsTold,
  keepWhereThingsBelong,
} from './line-rules.ts'
import { keepBrokenJson } from './pinning/broken-json.ts'
import { pinVerdicts } from './pinning/verdicts.ts'
import { type ColumnRule, withAnswers, withColumns, withOwnWords, withRecords, withWrapped } from './rankers.ts'
import { pinAddresses } from './weighing/json-addresses.ts'
import { evenColumns } from './weighing/json-columns.ts'
import { keepConstants } from './weighing/json-constants.ts'
import { pinEdges, pinEdgesOfGraphs } from './weighing/json-edges.ts'
import { pinOneRecord } from './weighing/json-one-record.ts'
import { bindPairs } from './weighing/json-pairs.ts'
import { pinRowNames } from './weighing/json-row-names.ts'
import { pinTexts } from './weighing/json-texts.ts'
import { pinTotals } from './weighing/json-totals.ts'
import { learnedPoints, type OperatingPoints, pointsOfFew, pointsWithLeast, rulePoints } from './weighing/thresholds.ts'

const nothing = (): void => undefined

const bindReportsAndJson: Edition['bind'] = (context) => {
  bindReports(context)
  keepBrokenJson(context)
}

const bindVerdicts: Edition['bind'] = (context) => {
  bindReportsAndJson(context)
  pinVerdicts(context)
}

const first: Edition = {
  version: 'adeline-1.0.0',
  ranker: byRules,
  rules: byRules,
  points: rulePoints,
  bind: nothing,
  part: nothing,
  readsEmbeddedJson: false,
  lossless: formerLosslessSpans,
  opensEnvelopes: false,
  readsHeads: false,
  readsPython: false,
  doubts: false,
}

/** Ranks by the rules alone: the baseline of the learned versions. */
export const adelineByRules = engineOf(first)

const withLines: Edition = {
  ...first,
  version: 'adeline-1.1.0',
  ranker: byForest(readForest(forest)),
  points: learnedPoints,
}

/** Ranks lines by a forest, JSON by the rules. */
export const adelineByLines = engineOf(withLines)

const withForests: Edition = {
  ...withLines,
  version: 'adeline-1.2.0',
  ranker: byForests(readForest(forest), readForest(leaves)),
  bind: bindReports,
}

/** Ranks lines and leaves of JSON by forests. */
export const adelineByForests = engineOf(withForests)

const withNames: Edition = {
  ...withForests,
  version: 'adeline-1.3.0',
  ranker: withRecords(withForests.ranker),
  rules: withRecords(byRules),
  bind: bindReportsAndJson,
  readsEmbeddedJson: true,
  lossless: losslessSpans,
  opensEnvelopes: true,
}

/** Keeps the names of JSON records, and reads JSON among other text. */
export const adelineByRecords = engineOf(withNames)

interface Forests {
  readonly lines?: StoredForest
  readonly leaves?: StoredForest
}

/** Keeps verdicts, and doubts what is strange. Throws an error if a forest does not match its digest. */
const withVerdicts = (version: string, other: Forests = {}): Edition => ({
  ...withNames,
  version,
  ranker: withWrapped(byForests(readForest(other.lines ?? forest), readForest(other.leaves ?? leaves))),
  rules: withWrapped(byRules),
  bind: bindVerdicts,
  doubts: true,
})

/** Keeps what runners and compilers say, and takes less of what is strange. */
export const adelineByVerdicts = engineOf(withVerdicts('adeline-1.4.0'))

/** Takes the details of files before their names. */
export const adelineByDetails = engineOf({ ...withVerdicts('adeline-1.5.0'), part: partDetails })

/** Keeps values and lines that are the answer. Throws an error if a forest does not match its digest. */
const withKept = (version: string, other: Forests = {}): Edition => {
  const edition = withVerdicts(version, other)
  return {
    ...edition,
    ranker: withAnswers(edition.ranker),
    rules: withAnswers(edition.rules),
    part: keepAndPart,
  }
}

/** Keeps what is the answer, and the heads that it stands under. */
export const adelineByAnswers = engineOf(withKept('adeline-1.6.0'))

/** Keeps rows and lines that differ from most. */
export const adelineByDifference = engineOf({ ...withKept('adeline-1.7.0'), part: keepWhatDiffers })

/** Keeps together what belongs together. Throws an error if a forest does not match its digest. */
const withTogether = (version: string, rules: readonly ColumnRule[], other: Forests = {}): Edition => {
  const edition = withKept(version, other)
  return {
    ...edition,
    ranker: withColumns(edition.ranker, rules),
    rules: withColumns(edition.rules, rules),
    part: keepWhereThingsBelong,
  }
}

/** Keeps members of records together, and lines with what says where they belong. */
export const adelineByBelonging = engineOf(withTogether('adeline-1.8.0', [evenColumns]))

interface Printing {
  readonly part: LineRule
  /** Rules about the leaves of JSON, beside those about members of records. */
  readonly rules?: readonly ColumnRule[]
  readonly points?: OperatingPoints
  readonly readsHeads?: true
  readonly readsPython?: true
  readonly ranker?: Pick<Ranker, 'tightensLists' | 'keepsBelowHeadings' | 'readsAllLanguages' | 'readsClosely'>
}

/** Keeps values that programs print, and no heading alone. Throws an error if a forest does not match its digest. */
const withPrinted = (
  version: string,
  { part, rules = [], points, ranker, readsHeads, readsPython }: Printing,
  other: Forests = {},
): Engine => {
  const edition = withTogether(version, [...rules, evenColumns, keepConstants], other)
  return engineOf({
    ...edition,
    ranker: { ...withOwnWords(edition.ranker), ...ranker },
    rules: { ...withOwnWords(edition.rules), ...ranker },
    points: points ?? edition.points,
    readsHeads: readsHeads === true,
    readsPython: readsPython === true,
    part,
  })
}

/** Keeps what is left from standing alone. */
export const adelineByPrinting = withPrinted('adeline-1.9.0', { part: keepWhatIsPrinted })

/** Keeps how a command ended, and records under their numbers. */
export const adelineByEnding = withPrinted('adeline-1.10.0', { part: keepHowItEnded })

/** Keeps rows of lists, and the names of options. */
export const adelineByListing = withPrinted('adeline-1.11.0', { part: keepWhatIsListed })

const shown: Printing = {
  part: keepWhatIsShown,
  rules: [pinEdges, pinAddresses, pinTotals],
  points: pointsWithLeast,
  readsHeads: true,
  ranker: { tightensLists: true, keepsBelowHeadings: true, readsAllLanguages: true },
}

/** Keeps what browsers and servers answer, in any language. */
export const adelineByShowing = withPrinted('adeline-1.12.0', shown)

const told: Printing = {
  ...shown,
  part: keepWhatIsTold,
  rules: [pinEdgesOfGraphs, pinAddresses, pinTotals],
  ranker: { ...shown.ranker, readsClosely: true },
  readsPython: true,
}

/** Keeps what is told line by line. */
export const adelineByTelling = withPrinted('adeline-1.13.0', told)

const asked: Printing = {
  ...told,
  part: keepWhatIsAsked,
  points: pointsOfFew,
  rules: [...(told.rules ?? []), pinTexts, pinOneRecord, pinRowNames, bindPairs],
}

/** The current engine, with other forests if any. Throws an error if a forest does not match its digest. */
export const learnedEngine = (version: string, other: Forests = {}): Engine => withPrinted(version, asked, other)

/** The engine behind `adeline-1`. */
export const adeline = learnedEngine('adeline-1.14.0')
