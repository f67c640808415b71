// Every threshold of the engine in one table. Points are eighths of a doubling of "how likely a later turn needs it";
// shares are in 1/10,000. Set by judgement and on the tuning halves of testkit/data/splits.ts, never on what is reported.

import { KeyClass } from '../reading/json/keys.ts'
import { ValueClass } from '../reading/json/values.ts'
import { TextKind } from '../units/text-kind.ts'

/** Points by class. */
const pointTable = (points: Readonly<Record<number, number>>): Readonly<Record<number, number>> => points

/** What a plain unit starts from. */
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
    [ValueClass.moment]: -6,
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
    [KeyClass.moment]: -2,
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
  /** Lists of records from this length on are long runs: their first two and their last record stay. */
  longRun: 12,
  keptFirst: 2,
  keptLast: 1,
  /** Levels of nesting from which on a leaf counts as deep. */
  deepFrom: 4,
  /** Columns from this length on that have one value only say it once. */
  constantColumn: 4,
  /** Characters from which on a value said before need not be said again. */
  longRepeat: 20,
  /** Characters up to which a value that tells of a failure is never dropped. */
  longestFailure: 1_000,
  /** Characters from which on an unbroken value is no text. */
  longBlob: 500,
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
  /** By the number of its names, the last for all more; and by how many of them are new. */
  names: [-16, -4, 1, 3, 6],
  freshNames: [-3, -1, 0, 0, 1],
  call: 10,
  path: 4,
  dotted: 9,
  /** By the steps of four blanks that it is indented. */
  indents: [-8, 2, 3],
  /** A template that comes this often says little each time. */
  common: { from: 16, points: -6 },
  repeated: -4,
  /** By the size of the text in tokens: the longer a result, the less of each line is used. */
  sizes: [
    { below: 64, points: 12 },
    { below: 1_000, points: 0 },
    { below: 4_000, points: -6 },
    { below: Number.POSITIVE_INFINITY, points: -18 },
  ],
  /** What a line has that the rules call expendable, at most. */
  expendable: 12,
  /** What any other line has, at least. */
  ordinary: 33,
  /** Where the middle of a run starts from; a doubling of the run takes a doubling off. */
  run: 24,
  telling: 8,
  beside: 16,
  warning: 8,
  remark: -4,
  definition: -4,
  repeatedCode: -8,
  /** Sections of fewer lines have no ends worth pinning. */
  fewestForEnds: 6,
  /** Tokens up to which the first and the last line of a text stay in any case. */
  longestEnd: 40,
} as const

export const prosePoints = { number: 4, shortestRepeat: 20 } as const

/** Lines kept on each side of a failure. */
export const failureContext = 2

export const runRules = { fewest: 6, keptFirst: 2, keptLast: 1 } as const
/** Events of one template that stand apart: more are needed than in a run, because nothing else says that they belong together. */
export const eventRules = { fewest: 8, keptFirst: 2, keptLast: 1 } as const
export const tableRules = { fewest: 24, keptFirst: 2, keptLast: 1 } as const
/** Stacks: frames kept next to the exception and at the far end; shallower ones stay whole. */
export const frameRules = { fewest: 8, keptNear: 4, keptFar: 1 } as const

/** Units below this many points are expendable: they go first, and by default little else goes. */
export const expendableBelow = 32

/** Steps of the budget: few up to the default, which stands at one half, and many beyond, where only measuring goes. */
export const levels = { usual: 8, measuring: 100 } as const

/** How far a kind of text goes by default; no share keeps it whole. */
interface OperatingPoint {
  /** Worth per token from which on a unit stays; what is expendable is worth less than any of these. */
  readonly worth: number
  /** Share that may be lost of what the units together promise that no rule calls expendable, in 1/10,000. */
  readonly loss: number
  /** Share of the tokens that may go, in 1/10,000. */
  readonly share: number
}

/** The budgets of an edition. */
export interface OperatingPoints {
  readonly usual: Readonly<Record<TextKind, OperatingPoint>>
  /** Beyond the default: worth per token from which on everything stays, at the first and at the last level. */
  readonly measuring: { readonly firstWorth: number; readonly lastWorth: number }
}

/** Loss and share beyond the default. */
export const beyond = { loss: 10_000, share: 9_700 } as const

const ruled = (share: number): OperatingPoint => ({ worth: 890, loss: 0, share })

/** By default only what rules call expendable goes. */
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

/** Worth counts what the model expects later turns to copy, so the scale is another one. */
export const learnedPoints: OperatingPoints = {
  usual: rulePoints.usual,
  measuring: { firstWorth: 740, lastWorth: 940 },
}

/** More than these would take a container of 300 MB down: such a text is left alone, such JSON lines are kept like code. */
export const most = { lines: 500_000, jsonLines: 120_000 } as const

/** Texts below both of these get at most the lossless depth, up to the default. */
export const shortText = { tokens: 160, units: 12 } as const

/**
 * What the lossy depth has to save over the lossless one, in tokens and in 1/10,000: up to the default, and beyond, where
 * every text is measured by the same scale.
 */
export const savingFloor = { usual: { tokens: 16, share: 800 }, measuring: { tokens: 1, share: 0 } } as const

/** The least that a text keeps of its tokens, in 1/10,000: up to the default, and beyond. */
export const leastKept = { usual: 1_000, measuring: 200 } as const

/** Runs of base64 and the like: never cut, and a text that is mostly such is left alone. */
export const binary = { run: 200, share: 5_000, controls: 1_000 } as const
