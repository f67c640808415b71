// How far the heap of a process of many streams grows before it is collected.

import { setFlagsFromString } from 'node:v8'

/** In percent of what was left by the last collection. */
const growth = 100

/**
 * By itself V8 lets a small heap grow fourfold, with all the bodies that its garbage holds beside it, and keeps the pages. To be called
 * when the program starts; V8 reads the flag whenever it has collected.
 */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${growth}`)
