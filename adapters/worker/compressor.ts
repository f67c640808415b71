// The compressor as a thread of this process. It is started by the first question, because loading the engines takes as long as
// a cold start, and a request that asks nothing should not pay for it. If it ends, the next question starts another.

import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { type Compressor, CompressorFailed } from '../../core/compressor/compressor.ts'
import { type CompressionReply, compressionReply } from '../../core/compressor/contract.ts'

export interface WorkerCompressorOptions {
  /** Public names that can be selected. */
  readonly available: readonly string[]
  /** The module of `compressor/worker.ts`. */
  readonly module: URL
  /** Of its heap, in megabytes. @default 256, as in the container */
  readonly heapMegabytes?: number
}

interface Question {
  resolve(reply: CompressionReply): void
  reject(error: CompressorFailed): void
}

interface Thread {
  readonly worker: Worker
  readonly questions: Map<number, Question>
}

const said = z.union([
  z.object({ number: z.int(), reply: compressionReply }),
  z.object({ number: z.int(), failed: z.string() }),
])

const startThread = (module: URL, heapMegabytes: number, ended: (thread: Thread) => void): Thread => {
  const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } })
  // The process may end while it waits for questions.
  worker.unref()
  const thread: Thread = { worker, questions: new Map() }
  worker.on('message', (message: unknown) => {
    const answer = said.parse(message)
    const question = thread.questions.get(answer.number)
    thread.questions.delete(answer.number)
    if ('reply' in answer) question?.resolve(answer.reply)
    else question?.reject(new CompressorFailed(`the compressor failed: ${answer.failed}`, true))
  })
  const end = (): void => {
    ended(thread)
    for (const { reject } of thread.questions.values()) reject(new CompressorFailed('the compressor ended', true))
    thread.questions.clear()
  }
  worker.on('error', end)
  worker.on('exit', end)
  return thread
}

/** See `Compressor`. */
export const workerCompressor = (options: WorkerCompressorOptions): Compressor => {
  const { available, module, heapMegabytes = 256 } = options
  let current: Thread | undefined
  let last = 0

  const thread = (): Thread => {
    current ??= startThread(module, heapMegabytes, (ended) => {
      if (current === ended) current = undefined
    })
    return current
  }

  return {
    available,
    compress: (request, signal) =>
      new Promise((resolve, reject) => {
        const { worker, questions } = thread()
        last += 1
        const number = last
        const abandon = (): void => {
          questions.delete(number)
          worker.postMessage({ number, abandoned: true })
          reject(new CompressorFailed('the compressor did not answer', true))
        }
        const settled =
          <Value>(settle: (value: Value) => void) =>
          (value: Value): void => {
            signal.removeEventListener('abort', abandon)
            settle(value)
          }
        questions.set(number, { resolve: settled(resolve), reject: settled(reject) })
        worker.postMessage({ number, request })
        if (signal.aborted) abandon()
        else signal.addEventListener('abort', abandon, { once: true })
      }),
  }
}
