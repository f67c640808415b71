// Every threshold of adeline-1 in one table. Points are eighths of a doubling of "how likely a later turn needs it"; shares
// are in 1/10,000. Set by judgement and on the tuning halves of testkit/data/splits.ts, never on the data that is reported.
// A change here changes every version: one that only a new version may have needs a field of `Edition` in engine.ts.

import { KeyClass } from '../reading/json/keys.ts'
import { ValueClass } from '../reading/json/values.ts'
import { TextKind } from '../units/text-kind.ts'

/** A share of 1: all shares are counted in 1/10,000. */
export const wholeShare = 10_000

/** Points by class. */
const pointTable = (points: Readonly<Record<number, number>>): Readonly<Record<number, number>> => points

/** The points that a plain leaf starts from. */
export const basePoints = 120

export const jsonPoints = {
  value: pointTable({
    [ValueClass.empty]: -48,
    [ValueClass.no]: -12,
    [ValueClass.yes]: -12,
    [ValueClass.smallNumber]: -36,
    [ValueClass.number]: 0,
    [ValueClass.longNumber]: 6,
    [ValueClass.decimal]: 2,
    [ValueClass.word]: -20,
    [ValueClass.code]: 2,
    [ValueClass.timestamp]: -6,
    [ValueClass.address]: 2,
    [ValueClass.phraseWithDigits]: 14,
    [ValueClass.phrase]: -14,
    [ValueClass.longText]: 0,
    [ValueClass.blob]: -16,
    [ValueClass.list]: 22,
  }),
  key: pointTable({
    [KeyClass.unknown]: 4,
    [KeyClass.identity]: -6,
    [KeyClass.name]: 0,
    [KeyClass.contact]: 6,
    [KeyClass.amount]: -4,
    [KeyClass.time]: -8,
    [KeyClass.status]: 6,
    [KeyClass.error]: 16,
    [KeyClass.text]: 0,
    [KeyClass.link]: -16,
    [KeyClass.housekeeping]: -20,
    [KeyClass.flag]: -10,
    [KeyClass.place]: -8,
    [KeyClass.count]: -24,
    [KeyClass.day]: 8,
    [KeyClass.page]: -4,
    [KeyClass.message]: 8,
    [KeyClass.eventTime]: -2,
  }),
  earlier: -30,
  again: 4,
  constantColumn: -24,
  rare: 16,
  outlier: 8,
  failing: 16,
  identity: 8,
  rootIdentity: -16,
  deep: -6,
  firstRow: -2,
  lastRow: 2,
} as const

export const jsonRules = {
  /** Lists of at least so many records are long runs: their first two records and the last one stay. */
  longRun: 12,
  keptFirst: 2,
  keptLast: 1,
  /** Depth from which on a leaf counts as deep. */
  deepFrom: 4,
  /** A column of at least so many pieces with a single value needs to say it only once. */
  constantColumn: 4,
  /** A value of at least so many characters need not be said twice. */
  longRepeat: 20,
  /** A value of up to so many characters that reports a failure is never dropped. */
  longestFailure: 1_000,
  /** An unbroken value of at least so many characters is not text. */
  longBlob: 500,
} as const

/** What makes a list of JSON a run of samples or events. */
export const sampleRules = {
  /** Records with a time, and records of nothing but numbers: a list of fewer is no run. */
  fewestTimed: 24,
  fewestMeasures: 48,
  /** Words that fewer records of a list have are a record's own. */
  fewestAlike: 3,
  /** A list in which more than one record in so many has words of its own is no run. */
  ownAmong: 4,
} as const

export const linePoints = {
  base: {
    [TextKind.json]: 120,
    [TextKind.log]: 102,
    [TextKind.trace]: 122,
    [TextKind.table]: 112,
    [TextKind.diff]: 96,
    [TextKind.listing]: 114,
    [TextKind.code]: 116,
    [TextKind.prose]: 104,
    [TextKind.settings]: 110,
    [TextKind.page]: 110,
  },
  /** By the number of names in the line, and by how many of them are new; the last entry stands for all larger numbers. */
  names: [-16, -4, 1, 3, 6],
  freshNames: [-3, -1, 0, 0, 1],
  call: 10,
  path: 4,
  dotted: 9,
  /** By its indentation in steps of four blanks; the last entry stands for all deeper ones. */
  indents: [-8, 2, 3],
  /** A template that appears so often says little each time. */
  common: { from: 16, points: -6 },
  repeated: -4,
  /** By the size of the text in tokens: the longer a result, the less of each line is used. */
  sizes: [
    { below: 64, points: 12 },
    { below: 1_000, points: 0 },
    { below: 4_000, points: -6 },
    { below: Number.POSITIVE_INFINITY, points: -18 },
  ],
  /** The most points of a line that the rules call expendable. */
  expendable: 12,
  /** The least points of any other line. */
  ordinary: 33,
  /** The points of the middle of a run, less those of the length of the run. */
  run: 24,
  telling: 8,
  beside: 16,
  warning: 8,
  remark: -4,
  definition: -4,
  /** What stands beside a name, less than the line as a whole. */
  details: -8,
  repeatedCode: -8,
  /** The first and the last line of a section are pinned only if it has so many lines. */
  fewestForEnds: 6,
  /** The first and the last line of a text are pinned if they have no more tokens. */
  longestEnd: 40,
} as const

/** `longRepeat`: a longer sentence is part of a licence or a notice, which need not stand below each heading. */
export const prosePoints = { number: 4, shortestRepeat: 20, longRepeat: 160 } as const

/** Lines kept on each side of a failure. */
export const failureContext = 2

export const runRules = { fewest: 6, keptFirst: 2, keptLast: 1 } as const
/** Events of one template that stand apart. More of them are needed than in a run, because only the template ties them together. */
export const eventRules = { fewest: 8, keptFirst: 2, keptLast: 1 } as const
export const tableRules = { fewest: 24, keptFirst: 2, keptLast: 1 } as const
/** Frames of a stack that stay next to the exception and at the far end. Stacks with fewer frames stay whole. */
export const frameRules = { fewest: 8, keptNear: 4, keptFar: 1 } as const

/** Units with fewer points are expendable: they go first, and by default little else goes. */
export const expendableBelow = 32

/** Levels of the budget: few up to the default, which is the budget of one half, and many beyond. */
export const levels = { usual: 8, measuring: 100 } as const

/**
 * Levels that go for each feature of a unit, on average, that lies beyond what the ranker learned from: all of them while the
 * budget is at most so many levels past the default, fewer from there on, and none where so much is asked for that doubt no
 * longer counts.
 */
export const doubt = { perStrangeFeature: 16, full: 48, none: 56 } as const

/** How far a kind of text is cut by default; a share of 0 keeps it whole. */
interface OperatingPoint {
  /** Worth per token from which on a unit stays; every expendable unit is worth less. */
  readonly worth: number
  /** Share of the promise of all units that may be lost, in 1/10,000; expendable units promise nothing. */
  readonly loss: number
  /** Share of the tokens that may go, in 1/10,000. */
  readonly share: number
}

/** The budgets of an edition. */
export interface OperatingPoints {
  readonly usual: Readonly<Record<TextKind, OperatingPoint>>
  /** Beyond the default: worth per token from which on a unit stays, at the first and at the last level. */
  readonly measuring: { readonly firstWorth: number; readonly lastWorth: number }
  /** Share of the tokens that a JSON value of less than `shortText.tokens` keeps at least, in 1/10,000, if more than of other texts. */
  readonly leastOfShort?: number
  /** A JSON value of fewer tokens loses only what is expendable. */
  readonly mildBelow?: number
}

/** Allowed loss and share beyond the default. */
export const beyond = { loss: wholeShare, share: 9_700 } as const

const ruled = (share: number): OperatingPoint => ({ worth: 890, loss: 0, share })

/** By default only what the rules call expendable goes. */
export const rulePoints: OperatingPoints = {
  usual: {
    [TextKind.json]: ruled(7_500),
    [TextKind.log]: ruled(8_800),
    [TextKind.trace]: ruled(7_500),
    [TextKind.table]: ruled(7_500),
    [TextKind.diff]: ruled(0),
    [TextKind.listing]: ruled(5_000),
    [TextKind.code]: ruled(0),
    [TextKind.prose]: ruled(6_000),
    [TextKind.settings]: ruled(5_000),
    [TextKind.page]: ruled(8_800),
  },
  measuring: { firstWorth: 740, lastWorth: 890 },
}

/** The worth of a learned edition counts what the model expects later turns to copy, so its scale differs. */
export const learnedPoints: OperatingPoints = {
  usual: rulePoints.usual,
  measuring: { firstWorth: 740, lastWorth: 940 },
}

/** What is left of one short answer is not one of its members alone. */
export const pointsWithLeast: OperatingPoints = { ...learnedPoints, leastOfShort: 2_000 }

/** What is left of a few words saves nothing that pays for what is gone. */
export const pointsOfFew: OperatingPoints = { ...pointsWithLeast, mildBelow: 64 }

/** More would exhaust a container of 300 MB: the engine abstains from such a text, and keeps such JSON lines like code. */
export const most = { lines: 500_000, jsonLines: 120_000 } as const

/** Up to the default budget, texts below both limits get at most the lossless depth. */
export const shortText = { tokens: 160, units: 12 } as const

/**
 * What the lossy depth has to save over the lossless one, in tokens and in 1/10,000 of them: up to the default, and beyond,
 * where every text is measured by the same scale.
 */
export const savingFloor = { usual: { tokens: 16, share: 800 }, measuring: { tokens: 1, share: 0 } } as const

/** The least share of its tokens that a text keeps, in 1/10,000: up to the default, and beyond. */
export const leastKept = { usual: 1_000, measuring: 200 } as const

/** How long a run of the base64 alphabet must be to count as encoded, and which shares of a text, in 1/10,000, make it binary. */
export const binary = { run: 200, share: 5_000, controls: 1_000 } as const
