// What the process may have of the machine's memory, in bytes.

import { totalmem } from 'node:os'

/** The system says 0 where it sets no limit. */
export const memoryBytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
