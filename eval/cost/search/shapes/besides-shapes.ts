// Shapes of sessions that have something beside them: another name or price of their model, conversations that nobody here sees, another
// region, another clock.

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { paced, type Shape, silently } from './shape.ts'

const minute = 60_000

/** Two regions with a table each: a client is sent to the other one when the first does not answer. */
const twoRegions = (chance: Chance): Shape => ({
  ...paced(chance),
  surroundings: { regions: { count: 2, failsOver: pick(chance, [0.03, 0.3]) } },
})

export const besidesShapes = {
  // A session that was begun under an alias and goes on under the dated name, or the other way: settings of two places, resumed sessions.
  'other names': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, otherName: pick(chance, [0.03, 0.1]), fork: 0.02 },
  }),
  // Fast modes that are switched on and off, requests that are served when there is room.
  'other prices': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, tier: pick(chance, [0.05, 0.2]), fork: 0.02 },
  }),
  // Prompts that grow beyond the length from which they are charged twice.
  'long contexts': (chance) => ({
    ...paced(chance),
    requests: [10, 40],
    resultTokens: [1_000, 60_000],
    surroundings: { chargesLong: true },
  }),
  // The same organisation calls its provider directly as well, or through an account that observes: the service is tried with some agents first.
  besides: (chance) => ({
    ...paced(chance),
    requests: [1, 15],
    conversations: [2, 8],
    sharesFrame: true,
    documents: pick(chance, [0, 0.3]),
    habits: { beginning: [1, 20] },
    surroundings: { besides: pick(chance, [0.3, 0.7]) },
  }),
  'two regions': twoRegions,
  'silent in two regions': (chance) => ({ ...twoRegions(chance), ...silently }),
  // Clocks that were wrong are set right, and the other way: machines that are restored from an image, or that slept.
  'wrong clocks': (chance) => ({
    ...paced(chance),
    surroundings: { clockJumps: { often: pick(chance, [0.02, 0.1]), by: [minute, 720 * minute] } },
  }),
  // An upstream that has read the request by the time that it fails.
  'failing late': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, failLate: pick(chance, [0.05, 0.25]), fork: 0.03, fanOut: 0.03 },
  }),
  // What stands still is kept for an hour, and what moves for five minutes.
  'older for longer': (chance) => ({
    ...paced(chance),
    calls: [1, 6],
    markings: [pick(chance, ['two turns', 'spread', 'anywhere'])],
    acts: { ...noActs, fork: 0.03 },
    habits: { olderForLonger: true },
  }),
  // Agents that work through the night.
  'long sessions': (chance) => ({
    ...paced(chance),
    requests: [150, 500],
    calls: [1, 2],
    resultTokens: [20, 600],
    saidTokens: [10, 60],
    acts: { ...noActs, fork: 0.005, retry: 0.01 },
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
