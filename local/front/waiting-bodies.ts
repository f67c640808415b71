// How many bytes of bodies a process holds that have arrived and whose answer has not begun: each is kept until then, because it may be
// sent once more as it came. An upstream that is silent makes many wait. Beyond a share of the memory a further one is refused, before
// anybody was charged for it.

import type { IncomingHttpHeaders } from 'node:http'
import { serviceKeyHeader } from '../../core/http/service-headers.ts'
import { memoryBytes } from './process-memory.ts'

/** Free to every request: what is large takes no room from what is small. */
const freeBytes = 65_536

export interface WaitingBodies {
  /** Counts a body of a key until the function is called that this gives. Nothing: there is no room for it. */
  hold(bytes: number, key: string): (() => void) | undefined
}

/** Of all that may wait, for one key. The rest is for others: a client that sends without a pause would leave them none. */
const shareOfKey = 2 / 3

export const waitingBodies = (mostBytes: number): WaitingBodies => {
  let total = 0
  const heldBy = new Map<string, number>()
  // One alone always has room.
  const fits = (bytes: number, beside: number, most: number): boolean => beside === 0 || beside + bytes <= most
  const add = (bytes: number, key: string): void => {
    total += bytes
    const held = (heldBy.get(key) ?? 0) + bytes
    if (held > 0) heldBy.set(key, held)
    else heldBy.delete(key)
  }
  return {
    hold(bytes, key) {
      if (bytes <= freeBytes) return () => {}
      if (!fits(bytes, total, mostBytes) || !fits(bytes, heldBy.get(key) ?? 0, shareOfKey * mostBytes)) return undefined
      add(bytes, key)
      let isHeld = true
      return () => {
        if (isHeld) add(-bytes, key)
        isHeld = false
      }
    },
  }
}

/** Whose body it is, as far as the head says: who calls is not known yet. */
export const keyIn = (headers: IncomingHttpHeaders): string => String(headers[serviceKeyHeader] ?? '')

/** Of all requests to this process. */
export const waitingInThisProcess = waitingBodies((3 / 8) * memoryBytes)
