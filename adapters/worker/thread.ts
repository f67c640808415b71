// One thread that runs the engines, and the questions that wait for it.

import * as z from 'zod/mini'
import { CompressorFailed } from '../../core/compressor/compressor.ts'
import { type CompressionReply, type CompressionRequest, compressionReply } from '../../core/compressor/contract.ts'

export interface Thread {
  /** Questions that wait. */
  readonly waiting: number
  /** Throws `CompressorFailed`. */
  ask(request: CompressionRequest, signal: AbortSignal): Promise<CompressionReply>
}

interface Question {
  resolve(reply: CompressionReply): void
  reject(error: CompressorFailed): void
}

const said = z.union([
  z.object({ number: z.int(), reply: compressionReply }),
  z.object({ number: z.int(), failed: z.string() }),
])

/** By what came before it, where that is known. */
type Ended = (thread: Thread, error?: unknown) => void

/** `module` is that of `compressor/worker.ts`; `ended` is called when the thread has ended, however it did. */
export const startThread = (module: URL, heapMegabytes: number, ended: Ended): Thread => {
  // Loaded with the first thread: most functions have none.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } })
  // The process may end while it waits for questions.
  worker.unref()
  const questions = new Map<number, Question>()
  let last = 0

  worker.on('message', (message: unknown) => {
    const parsed = said.safeParse(message)
    // An error here would end the process. Whose answer it was is not known: all that wait fail with the thread.
    if (!parsed.success) return void worker.terminate()
    const answer = parsed.data
    const question = questions.get(answer.number)
    questions.delete(answer.number)
    if ('reply' in answer) question?.resolve(answer.reply)
    else question?.reject(new CompressorFailed(`the compressor failed: ${answer.failed}`, true))
  })

  const thread: Thread = {
    get waiting() {
      return questions.size
    },
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
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
  const end = (error?: unknown): void => {
    ended(thread, error)
    for (const { reject } of questions.values()) reject(new CompressorFailed('the compressor ended', true))
    questions.clear()
  }
  worker.on('error', end)
  worker.on('exit', () => end())
  return thread
}
