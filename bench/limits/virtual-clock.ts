// Time that passes only when everything that is to happen at a moment has happened: hours of load in minutes.

import { setImmediate as settled } from 'node:timers/promises'

interface Event {
  readonly at: number
  readonly run: () => void
}

export interface VirtualClock {
  /** Microseconds since its beginning. */
  now(): number
  /** `at` is not before now. */
  schedule(at: number, run: () => void): void
  /** Resolves after so many microseconds. */
  wait(microseconds: number): Promise<void>
  /** Resolves when nothing is left to happen. */
  run(): Promise<void>
}

/** A binary heap: the earliest event is the first. */
const heap = () => {
  const events: Event[] = []
  const before = (one: number, other: number): boolean => (events[one]?.at ?? 0) < (events[other]?.at ?? 0)
  const swap = (one: number, other: number): void => {
    const [first, second] = [events[one], events[other]]
    if (first === undefined || second === undefined) return
    events[one] = second
    events[other] = first
  }
  return {
    push(event: Event): void {
      events.push(event)
      for (let at = events.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1
        if (!before(at, parent)) break
        swap(at, parent)
        at = parent
      }
    },
    pop(): Event | undefined {
      swap(0, events.length - 1)
      const first = events.pop()
      for (let at = 0; ; ) {
        const left = 2 * at + 1
        if (left >= events.length) break
        const child = left + 1 < events.length && before(left + 1, left) ? left + 1 : left
        if (!before(child, at)) break
        swap(at, child)
        at = child
      }
      return first
    },
  }
}

export const virtualClock = (): VirtualClock => {
  const events = heap()
  let now = 0
  const schedule = (at: number, run: () => void): void => events.push({ at: Math.max(at, now), run })
  return {
    now: () => now,
    schedule,
    wait: (microseconds) => new Promise((resolve) => schedule(now + microseconds, resolve)),
    async run() {
      for (let event = events.pop(); event !== undefined; event = events.pop()) {
        now = event.at
        event.run()
        // What follows from it in promises happens before the next event.
        await settled()
      }
    },
  }
}
