// Shapes of sessions whose clients ask ahead of what they need or more often than that, play a session again, or have several models take turns;
// and whose provider leaves out what its window does not hold.

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { paced, type Shape } from './shape.ts'

export const aheadShapes = {
  // Gateways that ask twice or three times at once, take the first answer and hang up on the others.
  hedged: (chance) => ({
    ...paced(chance),
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, hedge: pick(chance, [0.1, 0.5, 1]), fork: 0.03 },
  }),
  // Requests for one token or none, so that a prompt is cached before it is asked: with the newest turn, without what the user says, or with the
  // system text alone (platform.claude.com, prompt caching: pre-warming, read 2026-11).
  'warmed ahead': (chance) => ({
    ...paced(chance),
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, warm: pick(chance, [0.1, 0.4]), fanOut: pick(chance, [0, 0.05]), fork: 0.03 },
  }),
  // Calls whose results are guessed, and the request with the true ones while its answer streams.
  'guessed ahead': (chance) => ({
    ...paced(chance),
    calls: [1, 6],
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, guess: pick(chance, [0.1, 0.4]), fork: 0.03 },
  }),
  // Evaluations and pipelines that play a session again, word for word, all of it or its beginning.
  'run again': (chance) => ({
    ...paced(chance),
    requests: [3, 30],
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, fork: pick(chance, [0, 0.03]) },
    habits: { runsAgain: [1, 4] },
  }),
  // One model plans and another does it, all of it in one conversation.
  'models by turns': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, switchModel: pick(chance, [0.4, 0.8]), fork: 0.02 },
  }),
  // Clients that ask for five minutes and for an hour by turns, as their users' plans say.
  'shorter and longer': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, live: pick(chance, [0.05, 0.3]), fork: 0.03, retry: 0.02 },
  }),
  // Clients of Responses that have their oldest items left out where a window does not hold all (`truncation`).
  'truncated by the provider': (chance) => ({
    ...paced(chance),
    requests: [10, 30],
    resultTokens: [4_000, 40_000],
    density: [0.4, 0.5],
    acts: { ...noActs, fork: 0.02 },
    habits: { window: [128_000, 272_000] },
  }),
  // Rate limits: several requests in a row are refused, each tried again, some by another model.
  throttled: (chance) => ({
    ...paced(chance),
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, throttle: pick(chance, [0.05, 0.2]), fork: 0.03, fanOut: 0.03 },
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
