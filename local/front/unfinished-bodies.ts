// How many bytes of bodies that have not arrived whole a process holds. Anyone can invent a key that looks right, and send: beyond a
// share of the memory that body goes which began first. One of an honest client has arrived long before.

import { sharedBytes } from '../../core/runtime/shared-bytes.ts'
import { memoryBytes } from './process-memory.ts'

/** Of all requests to this process. */
export const bodiesOfThisProcess = sharedBytes(memoryBytes / 4)
