// Shapes of sessions whose servers of tools come late or say another day, of agents that share all but their tools, and of clients that move
// breakpoints or keep what users typed without its blanks.

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { paced, type Shape } from './shape.ts'

export const connectedShapes = {
  // Clients of OpenAI that end the cached prefix at the newest result, and no longer at the one before (AI SDK, decision 0130).
  'moving breakpoints': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.03, retry: 0.03 },
    habits: { breakpoints: true },
    surroundings: { plainTexts: true },
  }),
  // Descriptions of tools that name a date or count, which is another once their server is connected anew.
  'dated tools': (chance) => ({
    ...paced(chance),
    tools: [50, 2_000],
    acts: { ...noActs, tools: pick(chance, [0.03, 0.15]), fork: 0.03 },
    habits: { servers: 'dated' },
  }),
  // Servers that connect while a session goes on: all of their tools come at once, in front of the others or among them.
  'late servers': (chance) => ({
    ...paced(chance),
    tools: [50, 2_000],
    acts: { ...noActs, tools: pick(chance, [0.03, 0.1]), fork: 0.03 },
    habits: { servers: 'connect' },
  }),
  // Agents of an agent: the same system text and first turns, and some of its tools.
  'fewer tools': (chance) => ({
    ...paced(chance),
    requests: [3, 25],
    tools: [50, 2_000],
    conversations: [2, 6],
    acts: { ...noActs, fork: 0.02 },
    habits: { servers: 'subsets', beginning: [1, 4] },
  }),
  // What users typed, with carriage returns and blanks at its end, until it is written down.
  'typed blanks': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.02 },
    habits: { stored: 'typed' },
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
