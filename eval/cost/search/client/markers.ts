// Which blocks of a request its client marks to be cached.

import type { Marking, Writing } from '../shapes/writing.ts'

/** The member that marks a block, or the whole request. */
export const markerOf = (long: boolean): object => ({
  cache_control: long ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' },
})

const spread = 15
/** Blocks that a marker walks back, and of which every so manieth is marked. */
const [walk, step] = [24, 12]
/** As agents mark the first turn and each of the next so many blocks, until there is no marker left. */
const firstStep = 10

/** Which blocks of the conversation are marked, counted from its first one. */
export const markedBlocks = (
  { marking, chance }: Pick<Writing, 'marking' | 'chance'>,
  blocks: number,
  beforeLast: number,
  frameMarks: number,
): number[] => {
  const last = blocks - 1
  if (marking === 'usual' || marking === 'agent' || marking === 'last') return [last]
  if (marking === 'walking back') return [Math.max(0, last - (blocks % walk))]
  if (marking === 'first four') return [0, 1, 2].map((place) => place * firstStep).filter((index) => index <= last)
  if (marking === 'stepped') return [Math.floor(last / step) * step]
  if (marking === 'two turns') return [...new Set([Math.max(0, beforeLast - 1), last])]
  if (marking === 'spread') return [last, last - spread, last - 2 * spread].filter((index) => index >= 0)
  if (marking !== 'anywhere') return []
  const places = Array.from({ length: 4 - frameMarks }, () => Math.floor(chance() * blocks))
  return [...new Set(chance() < 0.7 ? [...places.slice(1), last] : places)]
}

/** Where the system text is marked. */
export const marksSystem: ReadonlySet<Marking> = new Set([
  'usual',
  'agent',
  'top-level and system',
  'two turns',
  'system',
  'spread',
  'walking back',
  'stepped',
  'first four',
])
