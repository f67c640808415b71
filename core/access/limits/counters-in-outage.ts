// What decides about limits while the counter store is unreachable: a bucket in memory at the same rate.
// Every replica then has its own bucket, so the sum may exceed the limit; an outage of counters must not become an outage of the service.
// The bucket also bounds what the store admits: replicas whose clocks are minutes apart each believe that the other's
// counter was left by a wrong clock, and would begin it again with every request.

import { type BoundedMap, boundedMap } from '../../collections/bounded-map.ts'
import type { CountMetric } from '../../metrics/measure.ts'
import { type OutageMemory, outageMemory } from '../../runtime/outage.ts'
import { StoreBusy, StoreUnreachable } from '../../runtime/store-unreachable.ts'
import type { Charge, ChargeOutcome, CounterStore } from './counters.ts'
import { believed, latestAdmitted, latestLeft, step } from './gcra.ts'

interface LocalCounters extends CounterStore {
  /** Notes what the store decided about a charge, and refuses one that it admitted beyond what this process can have been given by any right clock. */
  follow(charge: Charge, outcome: ChargeOutcome, now: number): ChargeOutcome
}

/** Counters of one process, `capacity` of them at most. */
export const localCounters = (capacity = 10_000): LocalCounters => {
  const tats: BoundedMap<number> = boundedMap(capacity)
  return {
    follow(charge, outcome, now) {
      const { counter, increment, tolerance } = charge
      // A clock that was put back must not shut the caller out for as long as it was ahead.
      const before = believed(tats.get(counter), tolerance, now)
      if (!outcome.admitted) {
        tats.set(counter, Math.max(before ?? 0, latestAdmitted(charge, now) + outcome.retryAfterMicroseconds))
        return outcome
      }
      const after = Math.max(before ?? now, now) + increment
      const beyond = after - latestLeft(tolerance, now)
      if (beyond > 0) return { admitted: false, retryAfterMicroseconds: beyond }
      tats.set(counter, after)
      return outcome
    },
    async take(charge: Charge, now: number): Promise<ChargeOutcome> {
      const { tat, ...outcome } = step(tats.get(charge.counter), charge, now)
      if (outcome.admitted) tats.set(charge.counter, tat)
      return outcome
    },
  }
}

/** `store`, and the local bucket in its place while it is unreachable; each charge decided locally is counted. `outage`: shared by all stores of the process. */
export const countersInOutage = (
  store: CounterStore,
  count: CountMetric,
  outage: OutageMemory = outageMemory(),
): CounterStore => {
  const local = localCounters()
  return {
    async take(charge, now) {
      if (!outage.isFresh(now / 1000)) {
        try {
          const outcome = await store.take(charge, now)
          // The bucket follows what the store says, so that it begins where the counter was last seen.
          return local.follow(charge, outcome, now)
        } catch (error) {
          if (!(error instanceof StoreUnreachable)) throw error
          // A busy store is busy with one counter: others are still asked.
          if (!(error instanceof StoreBusy)) outage.notice(now / 1000)
        }
      }
      count('LimitStoreUnreachable')
      return local.take(charge, now)
    },
  }
}
