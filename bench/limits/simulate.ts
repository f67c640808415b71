// One account under load: arrivals by chance, processes as Lambda or a container runs them, the real adapter over a simulated
// table. What it admitted is compared with one exact counter that sees the same arrivals.

import { dynamoCounters } from '../../adapters/dynamo/counters/counters.ts'
import type { CounterStore } from '../../core/access/limits/counters.ts'
import { countersInOutage } from '../../core/access/limits/counters-in-outage.ts'
import { requestCharge, step } from '../../core/access/limits/gcra.ts'
import { randomFrom } from '../../testkit/random.ts'
import { simulatedTable } from './simulated-table.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'

const second = 1_000_000
/** Of an exchange with a model, and of a refusal: so long an environment of Lambda is busy with it. */
const exchange = 20 * second
const refusal = 15_000

export interface Load {
  /** Of the whole account. */
  readonly requestsPerSecond: number
  /** Part of the limit that is asked for; 2 is twice the limit, of a counter that is used up already. */
  readonly use: number
  readonly seconds: number
  /** `lambda`: one exchange at a time each, as many as are needed. A number: so many processes, each with any number. */
  readonly processes: 'lambda' | number
  readonly seed: number
}

export interface Outcome {
  readonly limit: number
  readonly shards: number
  readonly requests: number
  readonly processes: number
  readonly admitted: number
  /** By one exact counter. */
  readonly exactlyAdmitted: number
  readonly writes: number
  readonly reads: number
  readonly throttled: number
  /** Decided by a process alone. */
  readonly unasked: number
}

interface Processes {
  /** A process for a request, and what gives it back. */
  take(): { readonly counters: CounterStore; readonly free: (admitted: boolean) => void }
  readonly made: () => number
}

/** As Lambda does: the process that was free last, or a new one. */
const oneAtATime = (make: () => CounterStore, clock: VirtualClock): Processes => {
  const idle: CounterStore[] = []
  let made = 0
  return {
    take() {
      const known = idle.pop()
      if (known === undefined) made += 1
      const counters = known ?? make()
      return {
        counters,
        free: (admitted) => clock.schedule(clock.now() + (admitted ? exchange : refusal), () => idle.push(counters)),
      }
    },
    made: () => made,
  }
}

const manyAtOnce = (make: () => CounterStore, count: number, random: () => number): Processes => {
  const all = Array.from({ length: count }, make)
  return {
    take: () => ({ counters: all[Math.floor(random() * count)] ?? make(), free: () => {} }),
    made: () => count,
  }
}

/** Runs one load to its end. */
export const simulate = async (load: Load): Promise<Outcome> => {
  const clock = virtualClock()
  const random = randomFrom(load.seed)
  const table = simulatedTable(clock)
  const limit = Math.max(1, Math.round((load.requestsPerSecond / load.use) * 60))
  const charge = requestCharge('account#acme#requests', limit)
  let unasked = 0
  const make = (): CounterStore =>
    countersInOutage(dynamoCounters(table.dynamo, { random, remembered: 100 }), () => {
      unasked += 1
    })
  const processes = load.processes === 'lambda' ? oneAtATime(make, clock) : manyAtOnce(make, load.processes, random)

  const start = 100 * second
  const usedUp = load.use > 1
  if (usedUp) table.begin(start + (charge.spread?.tolerance ?? charge.tolerance))
  let exactTat: number | undefined = usedUp ? start + charge.tolerance : undefined
  const counted = { requests: 0, admitted: 0, exactly: 0 }

  const arrive = async (): Promise<void> => {
    const now = Math.round(clock.now())
    counted.requests += 1
    const exact = step(exactTat, charge, now)
    if (exact.admitted) {
      exactTat = exact.tat
      counted.exactly += 1
    }
    const { counters, free } = processes.take()
    const { admitted } = await counters.take(charge, now)
    if (admitted) counted.admitted += 1
    free(admitted)
  }
  const end = start + load.seconds * second
  const next = (at: number): void => {
    if (at >= end) return
    clock.schedule(at, () => {
      void arrive()
      next(clock.now() + (-Math.log(1 - random()) * second) / load.requestsPerSecond)
    })
  }
  next(start)
  await clock.run()
  return {
    limit,
    shards: charge.spread?.shards ?? 1,
    requests: counted.requests,
    processes: processes.made(),
    admitted: counted.admitted,
    exactlyAdmitted: counted.exactly,
    ...table.counts,
    unasked,
  }
}
