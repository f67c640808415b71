// How many bytes of bodies that have not arrived whole a process holds. Anyone can invent a key that looks right, and send: beyond a
// share of the memory that body goes which began first. One of an honest client has arrived long before.

import { totalmem } from 'node:os'

export interface UnfinishedBody {
  /** Counts bytes that have arrived. */
  grow(bytes: number): void
  /** Counts them no longer. */
  end(): void
}

export interface UnfinishedBodies {
  /** Calls `drop`, once at most, when this body must go. It counts no longer then. */
  begin(drop: () => void): UnfinishedBody
}

export const unfinishedBodies = (mostBytes: number): UnfinishedBodies => {
  // In the order in which they began.
  const held = new Set<{ bytes: number; readonly drop: () => void }>()
  let total = 0
  return {
    begin(drop) {
      const body = { bytes: 0, drop }
      held.add(body)
      return {
        grow(bytes) {
          body.bytes += bytes
          total += bytes
          for (const first of held) {
            if (total <= mostBytes) return
            held.delete(first)
            total -= first.bytes
            first.drop()
          }
        },
        end() {
          if (held.delete(body)) total -= body.bytes
        },
      }
    },
  }
}

/** What the process may have of the machine's memory; the system says 0 where it sets no limit. */
const memoryBytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

/** Of all requests to this process. */
export const bodiesOfThisProcess = unfinishedBodies(memoryBytes / 4)
