// What a process remembers of a counter: the last state that it saw, whether the last charges found it idle or busy, and how
// often it lost a place to others. It saves writes that would fail and reads that many refusals would cost.

import { type BoundedMap, boundedMap } from '../../../core/collections/bounded-map.ts'

/** One bit for each of the last eight admitted charges: 1 found the counter busy. */
const allBusy = 0b1111_1111
/** Now idle, now busy: the first charges ask. */
const nothingKnown = 0b0101_0101
/** Reads that keep `Retry-After` exact, a second and counter. Beyond them refusals come from memory. */
const readsPerSecond = 16
const second = 1_000_000
/** Two charges in a row may find their place taken by chance. */
const lossesWithoutRest = 2
const shortestRest = 50_000
const longestRest = 500_000

export interface SeenCounter {
  /** In microseconds since the epoch; a counter that was never seen has none. It only moves forward. */
  tat: number | undefined
  charges: number
  losses: number
  /** Until then a refusal is answered without asking, in microseconds since the epoch. */
  restUntil: number
  reads: { since: number; count: number }
}

export type Mode = 'idle' | 'busy'

/** Counters that were seen last, `capacity` of them. */
export const seenCounters = (capacity: number): ((counter: string) => SeenCounter) => {
  const seen: BoundedMap<SeenCounter> = boundedMap(capacity)
  return (counter) => {
    const known = seen.get(counter) ?? {
      tat: undefined,
      charges: nothingKnown,
      losses: 0,
      restUntil: 0,
      reads: { since: 0, count: 0 },
    }
    seen.set(counter, known)
    return known
  }
}

/** How the next charge will find the counter; undefined if the last charges found it now idle, now busy. */
export const likelyMode = ({ tat, charges }: SeenCounter, now: number): Mode | undefined => {
  if (tat !== undefined && tat > now) return 'busy'
  if (charges === 0) return 'idle'
  return charges === allBusy ? 'busy' : undefined
}

/** A read may be a little older than what is known already. */
export const noteRead = (seen: SeenCounter, tat: number | undefined): void => {
  if (tat !== undefined) seen.tat = Math.max(tat, seen.tat ?? tat)
}

export const noteAdmitted = (seen: SeenCounter, mode: Mode, tat: number | undefined): void => {
  seen.tat = tat ?? seen.tat
  seen.charges = ((seen.charges << 1) | (mode === 'busy' ? 1 : 0)) & allBusy
  seen.losses = 0
}

/** Others took what there was. A process that loses again and again rests longer and longer: credit is not lost by waiting. */
export const noteLost = (seen: SeenCounter, now: number): void => {
  seen.losses += 1
  if (seen.losses > lossesWithoutRest)
    seen.restUntil = now + Math.min(longestRest, shortestRest * 2 ** (seen.losses - lossesWithoutRest - 1))
}

export const isResting = ({ restUntil }: SeenCounter, now: number): boolean =>
  now < restUntil && restUntil <= now + longestRest

/** Whether one more read is due. Counts it. */
export const mayRead = (seen: SeenCounter, now: number): boolean => {
  if (Math.abs(now - seen.reads.since) >= second) seen.reads = { since: now, count: 0 }
  seen.reads.count += 1
  return seen.reads.count <= readsPerSecond
}
