// How many bytes of bodies a process holds that have arrived and whose answer has not begun: each is kept until then, because it may be
// sent once more as it came. An upstream that is silent makes many wait. Beyond a share of the memory a further one is refused, before
// anybody was charged for it.

import { memoryBytes } from './process-memory.ts'

/** Free to every request: what is large takes no room from what is small. */
const freeBytes = 65_536

export interface WaitingBodies {
  /** Counts a body until the function is called that this gives. Nothing: there is no room for it. */
  hold(bytes: number): (() => void) | undefined
}

export const waitingBodies = (mostBytes: number): WaitingBodies => {
  let total = 0
  return {
    hold(bytes) {
      const counted = bytes > freeBytes ? bytes : 0
      // One alone always has room.
      if (counted > 0 && total > 0 && total + counted > mostBytes) return undefined
      total += counted
      let held = counted
      return () => {
        total -= held
        held = 0
      }
    },
  }
}

/** Of all requests to this process. */
export const waitingInThisProcess = waitingBodies((3 / 8) * memoryBytes)
