// Which of its upstream's caches a request meets: the usual one, another, or one that has forgotten all it held.

import type { Chance } from '../../sessions/chance.ts'
import { within } from '../shapes/speakers.ts'
import type { Upstream } from '../shapes/surroundings.ts'

/** The cache that a request meets at this time, in milliseconds: one that no request has met is empty. */
export type CacheOf = (at: number) => number

/** The caches of one session, or of one of its conversations: counted from `from` on. `lifetime`: of what they hold, in milliseconds. */
export const cachesOf = (
  chance: Chance,
  { places, strays, forgets, wavers, moves = 0 }: Upstream,
  lifetime: number,
  from = 0,
): CacheOf => {
  const met = Array.from({ length: places }, (_, place) => from + place)
  const usedAt = new Map<number, number>()
  let unmet = from + places
  let usual = 0
  return (at) => {
    if (moves > 0 && chance() < moves) usual = Math.floor(chance() * places)
    const place = chance() < strays ? Math.floor(chance() * places) : usual
    const restMs = at - (usedAt.get(place) ?? at)
    usedAt.set(place, at)
    if (chance() < forgets || (wavers === true && restMs > within(chance, [0.1, 1]) * lifetime)) {
      met[place] = unmet
      unmet += 1
    }
    return met[place] ?? from
  }
}
