// Shapes of sessions around which something happens: to the service, to what its account says, to what its upstream tells.

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { plain, type Shape, silently } from './shape.ts'
import { whole, within } from './speakers.ts'
import { onePlace } from './surroundings.ts'

const step = 128
/** What a call and the first words of its result have beside what was drawn. */
const tokensOfCall = 36

/** About so many of each two requests together: as many as a few steps have, or a few more or less. */
const nearSteps = (chance: Chance): number => step * whole(chance, [1, 5]) + Math.round((2 * chance() - 1) * 10)

/** A client is pointed past the service and back, or its account is switched off and on again. */
const toAndFro = (chance: Chance): Shape => ({
  ...plain,
  calls: [1, 3],
  pauses: pick(chance, ['quick', 'usual', 'near the end of life']),
  surroundings: { goesOver: pick(chance, [0.05, 0.2]) },
})

export const surroundingShapes = {
  'failing table': (chance) => {
    const often = pick(chance, [0.01, 0.1])
    return { ...plain, environments: 3, table: { fails: often, outages: often / 2, late: often, lost: often } }
  },
  'wavering lifetimes': (chance) => ({
    ...plain,
    requests: [3, 25],
    conversations: [2, 10],
    pauses: pick(chance, ['usual', 'near the end of life', 'slow', 'every scale']),
    upstream: { ...onePlace, wavers: true },
  }),
  // The service is switched on, or a client is pointed at it, in the middle of a session.
  'begun directly': (chance) => ({
    ...plain,
    requests: [4, 40],
    calls: [1, 3],
    json: pick(chance, [0.15, 0.6]),
    pauses: pick(chance, ['quick', 'usual', 'near the end of life', 'every scale']),
    surroundings: { begunDirectly: [1, 20] },
  }),
  'to and fro': toAndFro,
  'silent to and fro': (chance) => ({ ...toAndFro(chance), ...silently }),
  // Somebody changes what the account says.
  'other policies': (chance) => ({
    ...plain,
    calls: [1, 3],
    repeats: 0.2,
    reads: 0.4,
    inText: pick(chance, [0, 1]),
    environments: pick(chance, [1, 3]),
    pauses: pick(chance, ['quick', 'usual', 'every scale']),
    acts: { ...noActs, fork: 0.03, retry: 0.03 },
    surroundings: { policyChanges: pick(chance, [0.05, 0.3]) },
  }),
  // Processes are replaced without a word while answers stream.
  'killed processes': (chance) => ({
    ...plain,
    calls: [1, 3],
    environments: pick(chance, [1, 3]),
    hasty: pick(chance, [0, 0.3]),
    pauses: pick(chance, ['quick', 'usual', 'near the end of life', 'every scale']),
    acts: { ...noActs, kill: pick(chance, [0.05, 0.2]), fork: 0.03, fanOut: 0.02 },
  }),
  // Gateways that say of every request that nothing was read, whatever they charge.
  'nothing told': (chance) => ({
    ...plain,
    calls: [1, 3],
    pauses: pick(chance, ['quick', 'usual', 'every scale']),
    surroundings: { tellsNoReads: true },
  }),
  // Logs and terminals that go on under the same call.
  'growing results': (chance) => ({
    ...plain,
    calls: [1, 3],
    pauses: pick(chance, ['quick', 'usual', 'every scale']),
    acts: { ...noActs, grow: pick(chance, [0.1, 0.4]), fork: 0.02 },
  }),
  // Small turns of one size, each two of which are about as long as some steps of a cache.
  'steady turns': (chance) => {
    const tokens = nearSteps(chance) - tokensOfCall
    const results = within(chance, [0.3, 0.8]) * tokens
    const said = tokens - results
    return {
      ...plain,
      requests: [6, 30],
      system: [400, 3_000],
      tools: [50, 1_500],
      resultTokens: [results, results * 1.001],
      saidTokens: [said, said * 1.001],
      keeps: [0.3, 0.9],
      pauses: 'quick',
    }
  },
} as const satisfies Record<string, (chance: Chance) => Shape>
