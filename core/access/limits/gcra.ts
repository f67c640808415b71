// The arithmetic of limits (GCRA): how much one request moves a counter, and whether it may.
// Whole microseconds throughout, so that the model, the local bucket and the store agree to the digit. Knows no store.

import type { Charge, ChargeOutcome } from './counters.ts'
import { requestShards, spreadOf, tokenShards } from './shards.ts'

const minute = 60_000_000

/** The largest limits that keep every increment a whole microsecond or more. */
export const maxRequestsPerMinute = 1_000_000
export const maxTokensPerMinute = 1_000_000_000

/** One request against a limit: from idle, a burst of exactly `limit` is admitted. */
export const requestCharge = (counter: string, limit: number): Charge => {
  const increment = Math.floor(minute / limit)
  return { counter, increment, tolerance: increment * limit, ...spreadOf(requestShards(limit), minute / limit) }
}

/** `tokens` input tokens against a limit. More than a minute's worth is charged as a minute's worth, so that it passes from idle. */
export const tokenCharge = (counter: string, limit: number, tokens: number): Charge => ({
  counter,
  increment: Math.min(minute, Math.ceil((tokens * minute) / limit)),
  tolerance: minute,
  ...spreadOf(tokenShards(limit), Math.min(minute, (tokens * minute) / limit)),
})

/** The latest `tat` at which a charge is still admitted, in microseconds since the epoch. */
export const latestAdmitted = (charge: Charge, now: number): number => now + charge.tolerance - charge.increment

export type Step = ChargeOutcome & {
  /** The counter's theoretical arrival time after this step. */
  readonly tat: number
}

/** How far the clocks of two machines may be apart, in microseconds. */
const clocksApart = minute

/** The latest `tat` that a charge of this tolerance can have left behind, by any clock that is right. */
export const latestLeft = (tolerance: number, now: number): number => now + tolerance + clocksApart

/**
 * `tat`, unless only a wrong clock can have left it. Without this, a clock that was a day ahead for one request would shut the
 * caller out for a day.
 */
export const believed = (tat: number | undefined, tolerance: number, now: number): number | undefined =>
  tat !== undefined && tat > latestLeft(tolerance, now) ? undefined : tat

/** One step of the counter. `tat` and `now` in microseconds since the epoch; an untouched counter has no `tat`. */
export const step = (tat: number | undefined, charge: Charge, now: number): Step => {
  const base = Math.max(believed(tat, charge.tolerance, now) ?? now, now)
  const late = base - latestAdmitted(charge, now)
  return late > 0
    ? { admitted: false, retryAfterMicroseconds: late, tat: base }
    : { admitted: true, tat: base + charge.increment }
}
