// Rate counters in memory: the model of `core/access/limits/gcra.ts` and nothing else, proven by the adapters' contract.

import type { CounterStore } from '../../core/access/limits/counters.ts'
import { step } from '../../core/access/limits/gcra.ts'

/** Several of them over one `tats` are replicas of one store. */
export const memoryCounters = (tats: Map<string, number> = new Map()): CounterStore => ({
  async take(charge, now) {
    const { tat, ...outcome } = step(tats.get(charge.counter), charge, now)
    if (outcome.admitted) tats.set(charge.counter, tat)
    return outcome
  },
})
