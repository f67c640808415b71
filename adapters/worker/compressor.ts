// The compressor as threads of this process. One is started by the first question, because loading the engines takes as long as a
// cold start, and a request that asks nothing should not pay for it; another by a question that finds all of them busy, as long as
// there are processors and memory for more. If one ends, a later question starts another.

import { availableParallelism, totalmem } from 'node:os'
import { type Compressor, CompressorFailed } from '../../core/compressor/compressor.ts'
import { enginesAtOnce } from '../../core/compressor/engines-at-once.ts'
import { lookMilliseconds as usualLook } from '../../core/compressor/silent-looks.ts'
import { startThread, type Thread } from './thread.ts'

export interface WorkerCompressorOptions {
  /** Public names that can be selected. */
  readonly available: readonly string[]
  /** The module of `compressor/worker.ts`. */
  readonly module: URL
  /** Of the heap of a thread, in megabytes. @default 256, as in the container */
  readonly heapMegabytes?: number
  /** Told of an error that has ended a thread. */
  readonly report?: (error: unknown) => void
  /** The most that are started. @default as many as this container has processors and memory for */
  readonly threads?: number
  /** How often it is looked whether a thread is stuck. @default 15,000 */
  readonly lookMilliseconds?: number
}

/** Questions that wait for one thread at most: who comes later would not be answered in time. */
const mostWaiting = 64

/** See `Compressor`. */
export const workerCompressor = (options: WorkerCompressorOptions): Compressor => {
  const { available, module, heapMegabytes = 256, lookMilliseconds = usualLook, report } = options
  const { threads = enginesAtOnce(availableParallelism(), process.constrainedMemory() || totalmem()) } = options
  const running = new Set<Thread>()

  const start = (): Thread => {
    const thread = startThread({ module, heapMegabytes, lookMilliseconds }, (ended, error) => {
      running.delete(ended)
      if (error !== undefined) report?.(error)
    })
    running.add(thread)
    return thread
  }

  /** The one for which the fewest wait; a new one where somebody waits for each. */
  const chosen = (): Thread => {
    const [first] = [...running].sort((one, other) => one.waiting - other.waiting)
    return first === undefined || (first.waiting > 0 && running.size < threads) ? start() : first
  }

  return {
    available,
    async compress(request, signal) {
      const thread = chosen()
      if (thread.waiting >= mostWaiting) throw new CompressorFailed('too many wait for the compressor', false)
      return thread.ask(request, signal)
    },
  }
}
