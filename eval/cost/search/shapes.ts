// The shapes of sessions that the search makes: each bends one thing away from the plain agent that calls one tool a turn, and
// the last ones bend all of them at once.

import type { Marking } from './body.ts'
import { markings } from './body.ts'

type Chance = () => number
/** From, to: drawn so that each scale is as likely as another. */
type Range = readonly [number, number]

/** How likely each act is to come instead of a plain next request, 0 to 1. */
export interface Acts {
  readonly retry: number
  /** The upstream answers that it is overloaded, and the client tries again. */
  readonly fail: number
  /** Several branches at once, from one point. */
  readonly fanOut: number
  /** Back to an earlier turn, or on with another branch. */
  readonly fork: number
  readonly clear: number
  readonly remind: number
  readonly cut: number
  /** A call goes out of the history, with its result. */
  readonly drop: number
  readonly switchModel: number
  readonly newSystem: number
  /** The client names the members of its messages in another order from then on. */
  readonly reorder: number
  readonly compact: number
}

export type Pauses = 'quick' | 'usual' | 'near the end of life' | 'slow' | 'every scale'

export interface Shape {
  readonly requests: Range
  /** Tokens of the system text, and of the tools. */
  readonly system: Range
  readonly tools: Range
  /** Parallel calls of a turn. */
  readonly calls: Range
  readonly resultTokens: Range
  readonly saidTokens: Range
  /** Tokens that a character stands for, of each text; absent: one. */
  readonly density?: Range
  /** Tokens that the provider makes of one of the engine's, of each kind of text; absent: one. */
  readonly tokenRates?: Range
  /** Shares of the results: JSON with white space, file reads, errors, of which an engine keeps all. */
  readonly json: number
  readonly reads: number
  readonly errors: number
  readonly abstained: number
  /** Share of the results that say again, line by line, what an earlier one has said. */
  readonly repeats: number
  /** Of sessions whose agent calls its tools in plain text. */
  readonly inText: number
  /** What an engine keeps of the others, 0 to 1. */
  readonly keeps: Range
  readonly pauses: Pauses
  readonly markings: readonly Marking[]
  readonly acts: Acts
  /** Share of the compressor's calls that fail, and of sessions in which all do from some request on. */
  readonly late: number
  readonly dead: number
  /** Whether answers say what was used. */
  readonly usage: boolean
}

const noActs: Acts = {
  retry: 0,
  fail: 0,
  fanOut: 0,
  fork: 0,
  clear: 0,
  remind: 0,
  cut: 0,
  drop: 0,
  switchModel: 0,
  newSystem: 0,
  reorder: 0,
  compact: 0,
}

const plain: Shape = {
  requests: [3, 60],
  system: [50, 8_000],
  tools: [50, 20_000],
  calls: [1, 1],
  resultTokens: [40, 8_000],
  saidTokens: [20, 400],
  json: 0.15,
  reads: 0.2,
  errors: 0.05,
  abstained: 0.2,
  repeats: 0,
  inText: 0,
  keeps: [0.05, 0.9],
  pauses: 'usual',
  markings: ['usual', 'agent'],
  acts: noActs,
  late: 0,
  dead: 0,
  usage: true,
}

const everyAct: Acts = {
  retry: 0.05,
  fail: 0,
  fanOut: 0.02,
  fork: 0.05,
  clear: 0.02,
  remind: 0.02,
  cut: 0.01,
  drop: 0,
  switchModel: 0.02,
  newSystem: 0.02,
  reorder: 0,
  compact: 0.01,
}

const pick = <Value>(chance: Chance, values: readonly [Value, ...Value[]]): Value =>
  values[Math.floor(chance() * values.length)] ?? values[0]

const change = (changes: Partial<Shape>) => (): Shape => ({ ...plain, ...changes })
const acting = (acts: Partial<Acts>, changes: Partial<Shape> = {}) =>
  change({ ...changes, acts: { ...noActs, ...acts } })

const allAtOnce = (chance: Chance): Shape => ({
  ...plain,
  requests: [2, 90],
  system: [20, 12_000],
  tools: [20, 30_000],
  calls: [1, 16],
  resultTokens: [20, 16_000],
  json: chance(),
  keeps: [0.02, 0.95],
  pauses: pick(chance, ['quick', 'usual', 'near the end of life', 'slow', 'every scale']),
  markings,
  acts: everyAct,
  late: chance() < 0.5 ? 0.3 : 0,
  dead: chance() < 0.1 ? 1 : 0,
})

export const shapes = {
  plain: change({}),
  small: change({ system: [20, 3_000], tools: [20, 3_000], resultTokens: [20, 1_500], json: 0.5, keeps: [0.02, 0.6] }),
  thin: change({
    system: [20, 3_000],
    tools: [20, 3_000],
    resultTokens: [20, 1_500],
    json: 0.3,
    keeps: [0.02, 0.6],
    density: [0.11, 0.5],
  }),
  'counted otherwise': change({
    requests: [3, 25],
    system: [20, 2_000],
    tools: [20, 2_000],
    resultTokens: [60, 2_000],
    json: 0.3,
    keeps: [0.02, 0.5],
    density: [0.2, 0.6],
    tokenRates: [0.7, 1.6],
  }),
  parallel: change({ calls: [1, 16], resultTokens: [40, 4_000], pauses: 'quick' }),
  'few and long': change({ requests: [2, 8], resultTokens: [2_000, 30_000] }),
  'many and short': change({ requests: [60, 160], resultTokens: [20, 600], pauses: 'quick' }),
  markers: (chance) => ({ ...plain, calls: [1, 6], markings: [pick(chance, markings)] }),
  'no marked frame': change({ markings: ['last', 'top-level'], calls: [1, 8], tools: [1_000, 40_000] }),
  quick: change({ pauses: 'quick' }),
  'near the end of life': change({ pauses: 'near the end of life' }),
  slow: change({ pauses: 'slow', requests: [3, 30] }),
  retries: acting({ retry: 0.25 }, { pauses: 'every scale' }),
  forks: acting({ fork: 0.2, fanOut: 0.05 }, { pauses: 'every scale' }),
  clearing: acting({ clear: 0.12, remind: 0.06, cut: 0.03 }),
  switching: acting({ switchModel: 0.12 }),
  'new system': acting({ newSystem: 0.5 }),
  'late compressor': change({ late: 0.5, calls: [1, 6] }),
  'dead compressor': change({ dead: 1 }),
  'no usage': change({ usage: false }),
  compacting: acting({ compact: 0.12 }),
  repeating: change({ repeats: 0.4, reads: 0.6, calls: [1, 3] }),
  dropping: (chance) => ({
    ...plain,
    calls: [1, 3],
    repeats: 0.4,
    reads: 0.6,
    pauses: pick(chance, ['quick', 'usual', 'near the end of life', 'every scale']),
    acts: { ...noActs, drop: pick(chance, [0.1, 0.3]) },
  }),
  failing: acting({ fail: 0.25, fork: 0.05, fanOut: 0.05 }, { pauses: 'every scale' }),
  'in text': change({ inText: 1, repeats: 0.1 }),
  reordering: acting({ reorder: 0.2 }),
  'all at once': allAtOnce,
  everything: (chance) => ({
    ...allAtOnce(chance),
    repeats: 0.1,
    inText: 0.3,
    acts: { ...everyAct, clear: 0.05, remind: 0.05, reorder: 0.02 },
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
export type ShapeName = keyof typeof shapes
export const shapeNames = Object.keys(shapes) as readonly ShapeName[]
/** Played when they are named; some sessions of `dropping` are dearer: docs/bill.md says which, and why. */
const namedShapes: ReadonlySet<ShapeName> = new Set(['dropping', 'failing', 'counted otherwise'])
export const usualShapeNames = shapeNames.filter((name) => !namedShapes.has(name))
