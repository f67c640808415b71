// Shapes of sessions whose engine is late, gone, or another one.

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { plain, type Shape } from './shape.ts'

export const engineShapes = {
  'late compressor': () => ({ ...plain, late: 0.5, calls: [1, 6] }),
  'dead compressor': () => ({ ...plain, dead: 1 }),
  // While its containers are replaced, the old version and the new one answer by turns.
  'another engine': (chance) => ({
    ...plain,
    requests: [3, 30],
    calls: [1, 3],
    environments: pick(chance, [1, 3]),
    versions: 2,
    pauses: pick(chance, ['quick', 'usual', 'near the end of life', 'every scale']),
    acts: { ...noActs, fork: 0.1, fanOut: 0.05, retry: 0.05, clear: 0.03, clearOnce: 0.03 },
  }),
  // It is too slow for some of the branches that are sent at once.
  'late branches': (chance) => ({
    ...plain,
    calls: [1, 6],
    environments: pick(chance, [1, 3]),
    late: pick(chance, [0.1, 0.5]),
    acts: { ...noActs, fork: 0.05, fanOut: 0.1, retry: 0.05 },
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
