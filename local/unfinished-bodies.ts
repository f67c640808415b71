// How many bytes of bodies that have not arrived whole a process holds. Anyone can invent a key that looks right, and send: beyond a
// share of the memory that body goes which began first. One of an honest client has arrived long before.

import { totalmem } from 'node:os'
import { sharedBytes } from '../core/runtime/shared-bytes.ts'

/** What the process may have of the machine's memory; the system says 0 where it sets no limit. */
const memoryBytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

/** Of all requests to this process. */
export const bodiesOfThisProcess = sharedBytes(memoryBytes / 4)
