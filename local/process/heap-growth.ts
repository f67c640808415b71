// How far the heap of a process of many streams grows before it is collected.

import { getHeapStatistics, setFlagsFromString } from 'node:v8'

/** Above so many bytes of heap, to collect so often takes more time than the memory is worth. */
const largeHeap = 200_000_000
/** Above so many, what may be garbage by then is most of what the process takes. */
const middleHeap = 60_000_000
const lookMilliseconds = 1_000

/** In percent of what was left by the last collection; 0: V8 decides by itself. `used`: bytes of heap. */
export const growthOf = (used: number): number => (used > largeHeap ? 0 : used > middleHeap ? 50 : 100)

/**
 * By itself V8 lets a small heap grow fourfold, with all the bodies that its garbage holds beside it, and keeps the pages. To be called
 * when the program starts; V8 reads the flag whenever it has collected. A large heap grows as V8 thinks best.
 */
export const keepHeapSmall = (): void => {
  let now: number | undefined
  const decide = (): void => {
    const percent = growthOf(getHeapStatistics().used_heap_size)
    if (percent === now) return
    now = percent
    setFlagsFromString(`--heap-growing-percent=${percent}`)
  }
  decide()
  setInterval(decide, lookMilliseconds).unref()
}
