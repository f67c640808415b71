// One thread that runs the engines, and the questions that wait for it. A thread that answers nobody any more is ended.

import * as z from 'zod/mini'
import { CompressorFailed } from '../../core/compressor/compressor.ts'
import { type CompressionReply, type CompressionRequest, compressionReply } from '../../core/compressor/contract.ts'
import { silentLooks } from '../../core/compressor/silent-looks.ts'

export interface Thread {
  /** Questions that it has not answered, also those for whose answer nobody waits any more: it answers them all. */
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

/** It was at one text for so long that it was ended. */
class EngineStuck extends Error {
  override readonly name = 'EngineStuck'
}

/** Of all threads of this process. One that is stuck uses all that it gets. */
const processorMilliseconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Why, where that is known. */
type Ended = (thread: Thread, error?: unknown) => void

export interface ThreadOptions {
  /** That of `compressor/worker.ts`. */
  readonly module: URL
  readonly heapMegabytes: number
  /** How often it is looked whether it is stuck. */
  readonly lookMilliseconds: number
}

/** `ended` is called when the thread has ended, however it did. */
export const startThread = ({ module, heapMegabytes, lookMilliseconds }: ThreadOptions, ended: Ended): Thread => {
  // Loaded with the first thread: most functions have none.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } })
  // The process may end while it waits for questions.
  worker.unref()
  const questions = new Map<number, Question>()
  const abandoned = new Set<number>()
  const looks = silentLooks()
  let last = 0

  worker.on('message', (message: unknown) => {
    const parsed = said.safeParse(message)
    // An error here would end the process. Whose answer it was is not known: all that wait fail with the thread.
    if (!parsed.success) return void worker.terminate()
    const answer = parsed.data
    looks.heard()
    const question = questions.get(answer.number)
    questions.delete(answer.number)
    abandoned.delete(answer.number)
    if ('reply' in answer) question?.resolve(answer.reply)
    else question?.reject(new CompressorFailed(`the compressor failed: ${answer.failed}`, true))
  })

  const thread: Thread = {
    get waiting() {
      return questions.size + abandoned.size
    },
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
        last += 1
        const number = last
        const abandon = (): void => {
          questions.delete(number)
          abandoned.add(number)
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
    clearInterval(watch)
    ended(thread, error)
    for (const { reject } of questions.values()) reject(new CompressorFailed('the compressor ended', true))
    questions.clear()
  }
  let seen = processorMilliseconds()
  // Only what was abandoned: a batch that somebody waits for may be long. And only once this process has worked since the last look: a
  // function is frozen behind each request, and wakes up for a look before anything else.
  const watch = setInterval(() => {
    const now = processorMilliseconds()
    if (abandoned.size === 0) looks.heard()
    else if (now - seen < lookMilliseconds / 3) return
    else if (looks.silent()) {
      end(new EngineStuck())
      void worker.terminate()
    }
    seen = now
  }, lookMilliseconds).unref()
  worker.on('error', end)
  worker.on('exit', () => end())
  return thread
}
