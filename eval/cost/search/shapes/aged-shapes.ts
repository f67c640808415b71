// Shapes of sessions whose clients have something in their newest turns that goes once it is old: stamps of the time, pictures, empty texts,
// marks of accents, citations, the whole beginning; of clients that say a result twice, and of those that name their cache otherwise.

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { forking, type Shape } from './shape.ts'

export const agedShapes = {
  // Kits that name the cache of each conversation, of each user or of each request (`prompt_cache_key`).
  'other cache keys': (chance) => ({
    ...forking(chance),
    acts: { ...noActs, rekey: pick(chance, [0.05, 0.3, 0.9]), fork: 0.02, retry: 0.02 },
    habits: { keysCache: true },
  }),
  // A result that was written down as its call was broken off, and again when it came; or twice when a session was read back.
  'results twice': (chance) => ({
    ...forking(chance),
    calls: [1, 6],
    habits: { doubles: pick(chance, ['for good', 'at first', 'once stored']) },
  }),
  // Empty texts beside calls and results, which applications leave out when they read a conversation back.
  'empty texts': (chance) => ({
    ...forking(chance),
    silent: pick(chance, [0.3, 1]),
    habits: { stored: 'filled' },
    surroundings: chance() < 0.7 ? { skipsEmpty: true } : {},
  }),
  // The time at which the user has spoken, in front of the newest words.
  'time stamps': (chance) => ({
    ...forking(chance),
    acts: { ...noActs, fork: 0.03, retry: 0.03 },
    saidTokens: pick(chance, [
      [20, 400],
      [200, 4_000],
    ]),
    habits: { stored: 'stamped' },
  }),
  // Screens that are told in words once there are newer ones.
  'pictures in words': (chance) => ({
    ...forking(chance),
    images: pick(chance, [0.2, 0.6]),
    habits: { pictures: [1, 6], captions: true },
  }),
  // Tables and kits that put letters with accents together, and leave out carriage returns and blanks before the end of a line.
  'normalised once stored': (chance) => ({ ...forking(chance), habits: { stored: 'normalised' } }),
  // A request that is too long for its model, and is sent again without its oldest turns.
  'too long': (chance) => ({
    ...forking(chance),
    acts: { ...noActs, overflow: pick(chance, [0.05, 0.15]), fork: 0.02 },
  }),
  // An answer in many texts with citations, which is one text once it is stored.
  'citations joined': (chance) => ({
    ...forking(chance),
    documents: 0.2,
    habits: { stored: 'cited' },
    surroundings: chance() < 0.5 ? { joinsTexts: true } : {},
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
