// Shapes of sessions whose clients renew what stands for their texts, say otherwise what is to be cached, or ask the newest turn again.

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { paced, type Shape } from './shape.ts'

const signed = (chance: Chance): Shape => ({
  ...paced(chance),
  images: pick(chance, [0.1, 0.4]),
  acts: { ...noActs, sign: pick(chance, [0.05, 0.3, 1]), fork: 0.02 },
  habits: { addresses: true },
})

export const renewedShapes = {
  // Agents that load a session from disk and give its calls ids of their own, and a provider whose model reads none.
  'ids that nobody reads': (chance) => ({
    ...paced(chance),
    calls: [1, 6],
    acts: { ...noActs, rename: pick(chance, [0.03, 0.1]), fork: 0.02 },
    surroundings: { readsNoIds: true },
  }),
  // Pictures in a store of objects, whose addresses are signed for minutes; and a provider that tells pictures by their addresses.
  'signed pictures': (chance) => ({ ...signed(chance), surroundings: { seesPictures: true } }),
  'signed and read': signed,
  // Conversations of one account that ask for other times (`prompt_cache_retention`), and for other ones from some request on.
  'asked to keep': (chance) => ({
    ...paced(chance),
    requests: [3, 30],
    conversations: [2, 10],
    pauses: pick(chance, ['usual', 'near the end of life', 'slow', 'every scale']),
    acts: { ...noActs, retain: pick(chance, [0, 0.05]), fork: 0.02 },
    habits: { retains: true },
  }),
  // The date, the state of a repository and what is open, in a text of their own behind the system text.
  'volatile system': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.03, retry: 0.02 },
    markings: ['usual', 'agent', 'two turns', 'spread', 'top-level and system', 'none'],
    habits: {
      volatile: { changes: pick(chance, [0.03, 0.2, 1]), returns: pick(chance, [0, 0.5]), isMarked: chance() < 0.4 },
    },
  }),
  // A tool is run again before the request is tried again, or what is new is cut because it was too long.
  'amended turns': (chance) => ({
    ...paced(chance),
    calls: [1, 6],
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, amend: pick(chance, [0.05, 0.3]), fork: 0.02 },
  }),
  // Markers that stand further back with each request, or move on by whole steps.
  'markers behind': (chance) => ({
    ...paced(chance),
    calls: [1, 6],
    acts: { ...noActs, fork: 0.03, retry: 0.03, mark: pick(chance, [0, 0.05]) },
    markings: ['walking back', 'stepped'],
  }),
  // Anthropic reports a few tokens behind the last marker of every request.
  'fresh tokens': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.03, retry: 0.03 },
    usage: pick(chance, [1, 0.8]),
    partUsage: pick(chance, [0, 0.2]),
    surroundings: { fresh: [3, 12] },
  }),
  // A session that another language goes on with: 1.0 is a number of its own to some, and 1 to others.
  'other numbers': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, numbers: pick(chance, [0.03, 0.1]), fork: 0.02 },
    habits: { numbers: true },
  }),
  // Gateways that take both dialects of OpenAI, for clients of which one goes on where another has ended.
  'two dialects': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, speak: pick(chance, [0.03, 0.15]), fork: 0.02 },
    surroundings: chance() < 0.5 ? { translates: true } : {},
  }),
  // Kits that bring results alone, behind the name of the answer before (`thread`), and all of it when they begin anew.
  threads: (chance) => ({
    ...paced(chance),
    calls: [1, 6],
    acts: { ...noActs, fork: 0.02 },
    markings: ['usual', 'last', 'top-level and system'],
    habits: { continues: { whole: pick(chance, [0, 0.05, 0.3]) } },
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
