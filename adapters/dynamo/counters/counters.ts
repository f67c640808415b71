// The table of rate counters: one item per counter. Charges of one counter that wait in this process travel as one update,
// so that a busy process pays less than a write for each; limits above what DynamoDB takes of one key are spread over several
// items. The arithmetic is in `core/access`. No transactions.

import type { Charge, ChargeOutcome, CounterStore, Spread } from '../../../core/access/limits/counters.ts'
import { believed } from '../../../core/access/limits/gcra.ts'
import { groupStep } from '../../../core/access/limits/group-step.ts'
import { onAllShards, onShard } from '../../../core/access/limits/shards.ts'
import { StoreBusy, StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import type { Dynamo } from '../client.ts'
import { type CounterItems, counterItems, someInstance } from './counter-item.ts'
import {
  isResting,
  likelyMode,
  type Mode,
  mayRead,
  noteAdmitted,
  noteLost,
  noteRead,
  type SeenCounter,
  seenCounters,
} from './counter-memory.ts'

/** The likelier update, the other one, and the first again if the counter woke up in between. Then the outcome is known. */
const attempts = 4
/** What is said to a caller whose counter takes no more: in microseconds. */
const busyRetry = 1_000_000

interface Waiting {
  readonly charge: Charge
  readonly now: number
  resolve(outcome: ChargeOutcome): void
  reject(error: unknown): void
}

const modeAt = (tat: number | undefined, now: number): Mode => (tat === undefined || tat <= now ? 'idle' : 'busy')

/** Decides charges of one counter at once. Throws `StoreUnreachable`. */
const decide = async (
  items: CounterItems,
  seen: SeenCounter,
  charges: readonly Charge[],
  now: number,
): Promise<readonly ChargeOutcome[]> => {
  const counter = charges[0]?.counter ?? ''
  const tolerance = Math.max(...charges.map((charge) => charge.tolerance))
  seen.tat = believed(seen.tat, tolerance, now)
  let step = groupStep(seen.tat, charges, now)
  if (isResting(seen, now)) return resting(step.outcomes, seen, now)
  let mode = likelyMode(seen, now)
  if (step.total === 0 ? mayRead(seen, now) : mode === undefined) {
    noteRead(seen, believed(await items.read(counter), tolerance, now))
    step = groupStep(seen.tat, charges, now)
    mode = modeAt(seen.tat, now)
  }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (step.total === 0) return step.outcomes
    const tried: Mode = mode ?? modeAt(seen.tat, now)
    const { total, latest } = step
    const { moved, tat: left } = await items.move({ counter, now, total, tolerance, latest, mode: tried })
    const tat = believed(left, tolerance, now)
    if (moved) {
      noteAdmitted(seen, tried, tat)
      return settled(step.outcomes, charges, seen, now)
    }
    seen.tat = tat ?? seen.tat
    step = groupStep(tat, charges, now)
    mode = modeAt(tat, now)
    if (step.total === 0) noteLost(seen, now)
    // Others take what is left while this group tries to: a smaller one finds room where a large one finds none.
    else if (charges.length > 1) return halved(items, seen, charges, now)
  }
  throw new StoreUnreachable('A counter changed under every attempt to charge it.')
}

const halved: typeof decide = async (items, seen, charges, now) => {
  const half = Math.ceil(charges.length / 2)
  const first = await decide(items, seen, charges.slice(0, half), now)
  return [...first, ...(await decide(items, seen, charges.slice(half), now))]
}

/** What was admitted is; what was not is told the time from where the counter stands now. */
const settled = (
  outcomes: readonly ChargeOutcome[],
  charges: readonly Charge[],
  { tat }: SeenCounter,
  now: number,
): readonly ChargeOutcome[] =>
  outcomes.map((outcome, index) => {
    const charge = charges[index]
    return outcome.admitted || charge === undefined ? outcome : (groupStep(tat, [charge], now).outcomes[0] ?? outcome)
  })

const resting = (outcomes: readonly ChargeOutcome[], { restUntil }: SeenCounter, now: number): ChargeOutcome[] =>
  outcomes.map((outcome) => ({
    admitted: false,
    retryAfterMicroseconds: Math.max(restUntil - now, outcome.admitted ? 0 : outcome.retryAfterMicroseconds),
  }))

/**
 * A counter that is nearly used up and takes no more writes is asked far more often than it could admit: its limit is reached.
 * Any other one may be held up by a neighbour, and its charges are for the caller of this to decide.
 */
const isUsedUp = ({ tat = 0 }: SeenCounter, { tolerance }: Charge, now: number): boolean => tat - now >= tolerance / 2

export interface CounterOptions {
  /** How many counters a process keeps in mind. @default 10,000 */
  readonly remembered?: number
  /** Chooses shards: from 0 up to 1. @default Math.random */
  readonly random?: () => number
  /** What this process is called: eight hexadecimal digits. @default by chance */
  readonly instance?: string
}

/** The counters in DynamoDB. */
export const dynamoCounters = (dynamo: Dynamo, options: CounterOptions = {}): CounterStore => {
  const { remembered = 10_000, random = Math.random, instance = someInstance() } = options
  const items = counterItems(dynamo, instance)
  const seenOf = seenCounters(remembered)
  const queues = new Map<string, Waiting[]>()

  const decideGroup = async (counter: string, group: readonly Waiting[]): Promise<void> => {
    const now = Math.max(...group.map((waiting) => waiting.now))
    const seen = seenOf(counter)
    const charges = group.map(({ charge }) => charge)
    try {
      const outcomes = await decide(items, seen, charges, now)
      for (const [index, { resolve }] of group.entries())
        resolve(outcomes[index] ?? { admitted: false, retryAfterMicroseconds: busyRetry })
    } catch (error) {
      for (const { charge, resolve, reject } of group)
        if (error instanceof StoreBusy && isUsedUp(seen, charge, now))
          resolve({ admitted: false, retryAfterMicroseconds: busyRetry })
        else reject(error)
      if (!(error instanceof StoreBusy)) throw error
    }
  }

  /** One update at a time; what comes meanwhile travels in the next. If one gets no answer, those behind it share that. */
  const work = async (counter: string, queue: Waiting[]): Promise<void> => {
    try {
      while (queue.length > 0) await decideGroup(counter, queue.splice(0))
    } catch (error) {
      for (const { reject } of queue.splice(0)) reject(error)
    } finally {
      queues.delete(counter)
    }
  }

  const takeOne = (charge: Charge, now: number): Promise<ChargeOutcome> =>
    new Promise((resolve, reject) => {
      const { counter } = charge
      const queue = queues.get(counter)
      const waiting = { charge, now, resolve, reject }
      if (queue !== undefined) queue.push(waiting)
      else {
        const begun = [waiting]
        queues.set(counter, begun)
        void work(counter, begun)
      }
    })

  /** A second shard is asked before a caller is refused: the first may be used up by chance. */
  const takeSpread = async (charge: Charge, spread: Spread, now: number): Promise<ChargeOutcome> => {
    const { shards } = spread
    const first = Math.floor(random() * shards)
    const second = (first + 1 + Math.floor(random() * (shards - 1))) % shards
    const one = onShard(charge, spread, first)
    const other = onShard(charge, spread, second)
    if (one === undefined || other === undefined) {
      const all = onAllShards(charge, spread).map((part) => takeOne(part, now))
      return slowest(await Promise.all(all))
    }
    const outcome = await takeOne(one, now)
    return outcome.admitted ? outcome : soonest(outcome, await takeOne(other, now))
  }

  return {
    take: (charge, now) =>
      charge.spread === undefined ? takeOne(charge, now) : takeSpread(charge, charge.spread, now),
  }
}

const soonest = (one: ChargeOutcome, other: ChargeOutcome): ChargeOutcome => {
  if (one.admitted || other.admitted) return { admitted: true }
  return one.retryAfterMicroseconds < other.retryAfterMicroseconds ? one : other
}

const slowest = (outcomes: readonly ChargeOutcome[]): ChargeOutcome => {
  const waits = outcomes.flatMap((outcome) => (outcome.admitted ? [] : [outcome.retryAfterMicroseconds]))
  return waits.length === 0 ? { admitted: true } : { admitted: false, retryAfterMicroseconds: Math.max(...waits) }
}
