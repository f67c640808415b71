// Shapes of sessions whose clients spell what they send otherwise from time to time, or ask more than once; and whose provider's cache
// shows late what it holds, or loses some of it.

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { paced, type Shape } from './shape.ts'
import { onePlace } from './surroundings.ts'

const second = 1_000

export const respelledShapes = {
  // Applications that append a kit's objects while an agent works, and read the texts alone from their table when the user speaks again.
  'bare once stored': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.02 },
    habits: { stored: 'bare' },
  }),
  // The same with a table that gives objects back with their members in an order of its own, as PostgreSQL's `jsonb` does.
  'sorted once stored': (chance) => ({
    ...paced(chance),
    json: 0.5,
    acts: { ...noActs, fork: 0.02 },
    habits: { stored: 'sorted' },
  }),
  // Languages whose maps have no order (platform.claude.com, prompt caching: Swift and Go).
  'members in any order': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.02 },
    habits: { anyOrder: true },
  }),
  // A session that another library goes on with: `\\u002e` is a point as well.
  'other escapes': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, escape: pick(chance, [0.03, 0.1]), fork: 0.02 },
  }),
  // Claude Code keeps each block and each result in a line of its own, and puts them together when it sends them.
  'messages of their own': (chance) => ({
    ...paced(chance),
    calls: [1, 6],
    acts: { ...noActs, regroup: pick(chance, [0.03, 0.1]), fork: 0.02 },
  }),
  // Models behind gateways that count the calls of each answer from none on.
  'ids again': (chance) => ({ ...paced(chance), calls: [1, 6], reads: 0.6, repeats: 0.2, habits: { sameIds: true } }),
  // Claude Code runs calls side by side and writes their results down as they end; a resumed session may have them sorted.
  'results as they come': (chance) => ({
    ...paced(chance),
    calls: [1, 8],
    acts: { ...noActs, fork: 0.02 },
    habits: { asTheyCome: pick(chance, ['for good', 'at first']) },
  }),
  // Claude Code, where a signature is refused: it sends all of it again without thinking.
  'thinking taken out': (chance) => ({
    ...paced(chance),
    thinks: 0.7,
    acts: { ...noActs, forgetThinking: pick(chance, [0.03, 0.1]), fork: 0.02 },
  }),
  // A kit that asks its provider to clear results once a conversation is long, or in some of its requests.
  'edits now and then': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, edits: pick(chance, [0.03, 0.1]), fork: 0.02 },
  }),
  // Several tries of one task, answers to vote among, gateways that ask twice and take the first answer.
  'asked twice': (chance) => ({
    ...paced(chance),
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, twice: pick(chance, [0.05, 0.2]), fork: 0.1 },
  }),
  // Agents that are sent back to what they were asked a moment ago, and again.
  rewinding: (chance) => ({ ...paced(chance), acts: { ...noActs, rewind: pick(chance, [0.1, 0.4]) } }),
  // Agents that ask for everything at once: a search in each of a hundred files.
  'very many calls': (chance) => ({
    ...paced(chance),
    requests: [3, 25],
    calls: [20, 120],
    resultTokens: [20, 400],
    acts: { ...noActs, fork: 0.03 },
  }),
  // The key of another account takes over when one has reached its limit, and the first one again.
  'other keys': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.02 },
    upstream: { ...onePlace, places: pick(chance, [2, 3]), moves: pick(chance, [0.03, 0.15]) },
  }),
  // What a request writes can be read when its answer begins (platform.claude.com, prompt caching), or later.
  'seen late': (chance) => ({
    ...paced(chance),
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, fanOut: 0.1, twice: 0.05, fork: 0.05 },
    surroundings: { seenLate: [0.5 * second, 8 * second] },
  }),
  // Caches that make room by the ends of what they hold, as trees of prefixes do.
  'lost ends': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.02 },
    surroundings: { losesEnds: pick(chance, [0.05, 0.3]) },
  }),
  // Gateways that take chat completions for Claude, with its markers.
  'claude in chat': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.03, retry: 0.03 },
    markings: ['usual', 'two turns', 'last', 'top-level', 'spread', 'none'],
    habits: { markedChat: true },
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
