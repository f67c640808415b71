// How long clients rest between their requests.

import type { Chance } from '../../sessions/chance.ts'
import type { Pauses } from '../shapes/shape.ts'
import { whole, within } from '../shapes/speakers.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds between two requests. `lifetime`: of the cache that is used, in milliseconds. */
export const pauseOf = (chance: Chance, pauses: Pauses, lifetime: number): number => {
  if (pauses === 'quick') return within(chance, [second, 50 * second])
  if (pauses === 'near the end of life') return within(chance, [0.7, 1.4]) * (lifetime === 0 ? 5 * minute : lifetime)
  if (pauses === 'slow') return within(chance, [5 * minute, 60 * hour])
  if (pauses === 'every scale') return within(chance, [0.2 * second, 40 * hour])
  return chance() < 0.05 ? within(chance, [10 * minute, 3 * hour]) : within(chance, [4 * second, minute])
}

/** Pauses between requests that keep a cache warm, in milliseconds. */
export function* pingsOf(chance: Chance, lifetime: number): Generator<number> {
  for (let pings = whole(chance, [1, 12]); pings > 0; pings -= 1)
    yield Math.round(within(chance, [0.7, 0.98]) * (lifetime || 5 * minute))
}
