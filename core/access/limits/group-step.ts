// Several charges of one counter as one step, in their order, so that a store can take them in one write. Admits what one
// step after the other would. Knows no store.

import type { Charge, ChargeOutcome } from './counters.ts'
import { latestAdmitted, step } from './gcra.ts'

export interface GroupStep {
  /** One for each charge. */
  readonly outcomes: readonly ChargeOutcome[]
  /** What the admitted charges move the counter, in microseconds; 0 if none is admitted. */
  readonly total: number
  /** The latest `tat` from which all admitted charges are still admitted, in microseconds since the epoch. */
  readonly latest: number
}

/** `tat` and `now` in microseconds since the epoch; an untouched counter has no `tat`. */
export const groupStep = (tat: number | undefined, charges: readonly Charge[], now: number): GroupStep => {
  let reached = tat
  let total = 0
  let latest = Number.POSITIVE_INFINITY
  const outcomes = charges.map((charge): ChargeOutcome => {
    const { tat: after, ...outcome } = step(reached, charge, now)
    if (!outcome.admitted) return outcome
    latest = Math.min(latest, latestAdmitted(charge, now) - total)
    reached = after
    total += charge.increment
    return outcome
  })
  return { outcomes, total, latest }
}
