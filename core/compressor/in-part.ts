// Asks the compressor about as many texts as there is time for: what came is kept, and what was not sent was not asked.

import { type BatchParameters, isSound, jsonBytes } from './batch.ts'
import type { Compressor } from './compressor.ts'
import { type CompressionResult, maxBatchBytes } from './contract.ts'

/** Of one call: small, so that an answer that breaks off loses little. */
const callBytes = 256_000
const maxCallTexts = 200
/** Calls under way at once. */
const maxConcurrentCalls = 4
/** Of one exchange: what does not fit is asked about with the next. */
const exchangeBytes = 4_000_000
/** Shorter texts save little: they come last. */
const worthAskingFirst = 1_000

export interface PartOfAnswers {
  /** By index of the text; nothing where no answer came. */
  readonly results: ReadonlyMap<number, CompressionResult>
  /** Indexes of texts that were sent; their answers may be missing. */
  readonly sent: ReadonlySet<number>
  readonly engineVersion?: string
  /** Why answers of texts that were sent are missing. */
  readonly failed: boolean
}

/** The newest first, which are the last ones; short ones behind all others. */
const inOrder = (texts: readonly string[]): number[] =>
  [...texts.keys()].sort((one, other) => {
    const [isLong, isOtherLong] = [one, other].map((index) => (texts[index] ?? '').length >= worthAskingFirst)
    return isLong === isOtherLong ? other - one : isLong === true ? -1 : 1
  })

/** Indexes in calls, the most urgent call first; what exceeds the exchange's bytes is in none. */
const callsOf = (texts: readonly string[], sizes: readonly number[]): number[][] => {
  const calls: number[][] = []
  let [left, size] = [exchangeBytes, Number.POSITIVE_INFINITY]
  for (const index of inOrder(texts)) {
    const bytes = sizes[index] ?? 0
    if (bytes > maxBatchBytes || bytes > left) continue
    left -= bytes
    const last = calls.at(-1)
    if (last === undefined || size + bytes > callBytes || last.length === maxCallTexts) {
      calls.push([index])
      size = bytes
    } else {
      last.push(index)
      size += bytes
    }
  }
  return calls
}

/** Never rejects. Texts too large for any call are answered by the abstention `too-large` without being sent. */
export const compressInPart = async (
  compressor: Compressor,
  texts: readonly string[],
  parameters: BatchParameters,
  signal: AbortSignal,
): Promise<PartOfAnswers> => {
  const results = new Map<number, CompressionResult>()
  const sent = new Set<number>()
  const sizes = texts.map(jsonBytes)
  for (const [index, bytes] of sizes.entries())
    if (bytes > maxBatchBytes) results.set(index, { abstained: 'too-large', tokens_before: 0 })
  const calls = callsOf(texts, sizes)
  let engineVersion: string | undefined
  let failed = false

  const run = async (call: readonly number[]): Promise<void> => {
    const asked = call.map((index) => texts[index] ?? '')
    for (const index of call) sent.add(index)
    const reply = await compressor.compress({ ...parameters, texts: asked }, signal)
    if (reply.results.length !== asked.length) throw new Error('the answer does not fit the texts')
    if (!reply.results.every((result, at) => isSound(asked[at] ?? '', result))) throw new Error('the answer is unsound')
    engineVersion = reply.engine_version
    for (const [at, index] of call.entries()) {
      const result = reply.results[at]
      if (result !== undefined) results.set(index, result)
    }
  }
  const worker = async (): Promise<void> => {
    for (let call = calls.shift(); call !== undefined && !signal.aborted && !failed; call = calls.shift())
      await run(call).catch(() => {
        failed = true
      })
  }
  const workers = Promise.all(Array.from({ length: maxConcurrentCalls }, worker))
  await untilFired(workers, signal)
  const answered = { results: new Map(results), sent: new Set(sent), failed: failed || signal.aborted }
  return engineVersion === undefined ? answered : { ...answered, engineVersion }
}

/** Waits no longer than the signal allows: a compressor that hangs must not hold the request, whether it heeds the signal or not. */
const untilFired = (work: Promise<unknown>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => resolve()
    if (signal.aborted) stop()
    // Taken off again: the signal lives as long as the stream, and would hold the answer.
    signal.addEventListener('abort', stop, { once: true })
    work.finally(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
