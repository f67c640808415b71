// Shapes of sessions whose clients keep or send their history otherwise than as it grew, and whose provider answers otherwise than it was
// asked.

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { paced, type Shape } from './shape.ts'

export const keptShapes = {
  // Each call beside its output: clients of Responses that write both down when a tool has answered, kits that allow one call a message.
  interleaved: (chance) => ({
    ...paced(chance),
    calls: [1, 12],
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, fork: 0.03, fanOut: 0.02, drop: pick(chance, [0, 0.03]), clear: 0.02 },
    habits: { interleaves: true },
  }),
  // Agents that take what was a dead end out of their history.
  'dropping several': (chance) => ({
    ...paced(chance),
    calls: [1, 6],
    repeats: 0.4,
    reads: 0.6,
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, dropSeveral: pick(chance, [0.05, 0.2]), fork: 0.02 },
  }),
  // Claude Code's microcompaction: results of some tools, but for the newest, whenever the window fills or the session has rested.
  'clearing some': (chance) => ({
    ...paced(chance),
    calls: [1, 6],
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, clearSome: pick(chance, [0.05, 0.2]), fork: 0.02 },
  }),
  // The provider keeps what was said, and is sent what is new; all of it where it may have forgotten that, or with each turn of the user.
  'kept by the provider': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.03, retry: 0.03 },
    habits: { continues: { whole: pick(chance, [0.05, 0.2, 0.5]) } },
  }),
  // Kits that name answers which the provider keeps, and send all else.
  'named answers': (chance) => ({
    ...paced(chance),
    thinks: 0.5,
    acts: { ...noActs, fork: 0.03 },
    habits: { references: true },
  }),
  // Tools that a model looks up: they come and go in the list, and stand in no prompt.
  'deferred tools': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, tools: pick(chance, [0.1, 0.5]), fork: 0.02 },
    habits: { defers: true },
  }),
  // Claude Code's first line of the system text, which Anthropic takes out and others may read.
  'billing lines': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.03 },
    habits: { billing: pick(chance, ['taken out', 'taken out', 'read']) },
  }),
  // Pictures that are sent at a smaller size once they are old.
  'scaled pictures': (chance) => ({
    ...paced(chance),
    images: 0.4,
    density: [0.15, 0.4],
    acts: { ...noActs, fork: 0.02 },
    habits: { scaled: [1, 8] },
  }),
  // Gateways and providers that answer with another model while the one that was asked for is overloaded.
  'fallback models': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.02 },
    surroundings: {
      fallsBack: pick(chance, [
        { often: 0.1, back: 0.7 },
        { often: 0.05, back: 0.2 },
      ]),
    },
  }),
  // An upstream that has begun to answer by the time that it fails.
  'failing midway': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, failMidway: pick(chance, [0.05, 0.25]), fork: 0.03, fanOut: 0.03 },
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
