// The shapes of sessions that the search makes: each bends one thing away from the plain agent that calls one tool a turn, and
// the last ones bend all of them at once.

import { type Chance, pick } from '../../sessions/chance.ts'
import { type Acts, noActs } from './acts.ts'
import { agedShapes } from './aged-shapes.ts'
import { agentShapes } from './agent-shapes.ts'
import { aheadShapes } from './ahead-shapes.ts'
import { besidesShapes } from './besides-shapes.ts'
import { connectedShapes } from './connected-shapes.ts'
import { engineShapes } from './engine-shapes.ts'
import { keptShapes } from './kept-shapes.ts'
import type { Range } from './range.ts'
import { rebuiltShapes } from './rebuilt-shapes.ts'
import { renewedShapes } from './renewed-shapes.ts'
import { replacedShapes } from './replaced-shapes.ts'
import { respelledShapes } from './respelled-shapes.ts'
import { plain, type Shape } from './shape.ts'
import { surroundingShapes } from './surrounding-shapes.ts'
import { onePlace } from './surroundings.ts'
import { markings } from './writing.ts'

const everyAct: Acts = {
  ...noActs,
  retry: 0.05,
  fanOut: 0.02,
  fork: 0.05,
  clear: 0.02,
  remind: 0.02,
  cut: 0.01,
  switchModel: 0.02,
  newSystem: 0.02,
  compact: 0.01,
}

const change = (changes: Partial<Shape>) => (): Shape => ({ ...plain, ...changes })
const acting = (acts: Partial<Acts>, changes: Partial<Shape> = {}) =>
  change({ ...changes, acts: { ...noActs, ...acts } })

/** `density` is that of what is said. */
const denseRecords = (density: Range, denser: Range): Partial<Shape> => ({
  requests: [8, 40],
  system: [200, 3_600],
  tools: [20, 400],
  resultTokens: [40, 800],
  saidTokens: [10, 120],
  json: 0,
  keeps: [0.02, 0.9],
  words: { density, tokens: [1, 1.1], denser },
})

const spacedRecords = (records: 'bare' | 'enveloped'): Partial<Shape> => ({
  requests: [8, 40],
  system: [200, 3_600],
  tools: [20, 400],
  resultTokens: [20, 600],
  saidTokens: [10, 120],
  records,
  keeps: [0.1, 0.9],
  words: { density: [0.15, 0.25], tokens: [1, 1.1], denser: [1, 2.5] },
})

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
  'dense records': change(denseRecords([0.15, 0.25], [1.5, 2.5])),
  'records in other scripts': change({ ...denseRecords([0.15, 0.2], [2.5, 5]), tokenRates: [1, 1.6] }),
  'spaced records': change(spacedRecords('bare')),
  'enveloped records': change(spacedRecords('enveloped')),
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
  ...engineShapes,
  ...surroundingShapes,
  'no usage': change({ usage: 0 }),
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
  images: acting({ fork: 0.03 }, { images: 0.2, lists: 0.5, calls: [1, 3], density: [0.15, 0.4] }),
  'other tools': acting({ tools: 0.2 }, { calls: [1, 3] }),
  settings: acting({ setting: 0.25 }, { calls: [1, 3] }),
  'hung up': acting({ leave: 0.2 }, { calls: [1, 3], pauses: 'every scale' }),
  'some usage': change({ usage: 0.5, partUsage: 0.3 }),
  thinking: change({ thinks: 0.7, silent: 0.4, forgets: 0.3, clearsThinking: 0.3, calls: [1, 3] }),
  instructed: change({ instructions: 0.3, newestInstruction: 0.5, more: 0.5, prefills: 0.2, documents: 0.3 }),
  'instructed the same': change({ instructions: 0.9, newestInstruction: 1, sameInstruction: true }),
  'several clocks': acting(
    { fork: 0.05, retry: 0.1, fanOut: 0.03 },
    { environments: 3, skew: 90_000, pauses: 'every scale' },
  ),
  'several caches': (chance) => ({
    ...plain,
    pauses: pick(chance, ['quick', 'usual', 'every scale']),
    upstream: {
      places: pick(chance, [2, 3, 5]),
      strays: pick(chance, [0.05, 0.3, 1]),
      forgets: pick(chance, [0, 0.02]),
    },
  }),
  'forgetful caches': (chance) => ({
    ...plain,
    pauses: pick(chance, ['quick', 'usual', 'every scale']),
    upstream: { ...onePlace, forgets: pick(chance, [0.02, 0.1, 0.3]) },
  }),
  'kept warm': acting({ keepWarm: 0.1, fork: 0.03 }, { calls: [1, 3], pauses: 'every scale' }),
  'two modes': acting({ fork: 0.03 }, { environments: 3, modes: true }),
  'cleared by the provider': change({ clearsResults: 1, calls: [1, 3] }),
  'compacted by the provider': change({ compactsAt: 1, calls: [1, 3] }),
  'several conversations': (chance) => ({
    ...plain,
    requests: [3, 25],
    conversations: [2, 8],
    sharesFrame: chance() < 0.5,
    pauses: pick(chance, ['usual', 'near the end of life', 'slow', 'every scale']),
    upstream: pick(chance, [
      onePlace,
      { places: 2, strays: 0.3, forgets: 0 },
      { places: 5, strays: 1, forgets: 0 },
      { ...onePlace, forgets: 0.05 },
    ]),
  }),
  busy: (chance) => ({
    ...plain,
    requests: [3, 25],
    calls: [1, 3],
    conversations: [2, 8],
    sharesFrame: true,
    ...pick(chance, [
      { habits: { beginning: [1, 20] as const }, acts: { ...noActs, fork: 0.05, fanOut: 0.03 } },
      { acts: { ...noActs, fork: 0.05, fanOut: 0.03, truncate: 0.1, clear: 0.05 } },
    ]),
    busy: pick(chance, [0.1, 0.5, 1]),
    pauses: pick(chance, ['quick', 'usual', 'near the end of life', 'every scale']),
  }),
  'scripted agents': (chance) => ({
    ...plain,
    requests: [6, 40],
    conversations: [2, 6],
    sharesFrame: chance() < 0.5,
    scripted: 0.98,
    hasty: pick(chance, [0, 0.3, 1]),
    pauses: pick(chance, ['quick', 'usual', 'near the end of life', 'every scale']),
    acts: { ...noActs, fork: pick(chance, [0, 0.05]), fail: 0.02, retry: 0.02 },
  }),
  'agents of agents': change({
    requests: [1, 20],
    conversations: [2, 6],
    sharesFrame: true,
    calls: [1, 4],
    pauses: 'quick',
  }),
  batches: change({
    requests: [1, 4],
    conversations: [6, 30],
    sharesFrame: true,
    resultTokens: [40, 4_000],
    pauses: 'quick',
  }),
  'clocks near the end of life': acting(
    { fork: 0.05, retry: 0.1, fanOut: 0.03 },
    { environments: 3, skew: 90_000, pauses: 'near the end of life' },
  ),
  'moving markers': acting({ mark: 0.3, live: 0.1, fork: 0.03 }, { calls: [1, 4], markings }),
  asides: acting({ aside: 0.3 }, { calls: [1, 3] }),
  truncating: acting({ truncate: 0.3 }, { calls: [1, 3] }),
  eliding: change({ elides: 1, calls: [1, 3] }),
  sliding: change({ slides: 1, calls: [1, 3] }),
  'growing system': acting({ growSystem: 0.2 }, { calls: [1, 3] }),
  hasty: (chance) => ({
    ...plain,
    calls: [1, 3],
    pauses: pick(chance, ['quick', 'usual', 'every scale']),
    acts: { ...noActs, fork: 0.03 },
    hasty: pick(chance, [0.1, 0.5, 1]),
  }),
  ...agentShapes,
  ...besidesShapes,
  ...keptShapes,
  ...respelledShapes,
  ...renewedShapes,
  ...rebuiltShapes,
  ...connectedShapes,
  ...agedShapes,
  ...aheadShapes,
  ...replacedShapes,
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
