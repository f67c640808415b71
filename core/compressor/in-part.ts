// Asks the compressor about as many texts as there is time for: what came is kept, and what was not sent was not asked.

import { untilFired } from '../runtime/until-fired.ts'
import { PackedSpans } from '../text/spans.ts'
import { areSound, type BatchParameters, jsonBytes } from './batch.ts'
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

/** One text, and how deep the engine may go into it; absent: as deep as it goes by itself. */
export interface Question {
  readonly text: string
  readonly budget?: number
}

type Abstained = Extract<CompressionResult, { readonly abstained: string }>
type Kept = Exclude<CompressionResult, Abstained>

/** With its spans in one block: answers wait for those of other calls, and lists of pairs would outlive their garbage. */
export type PackedResult = Abstained | (Omit<Kept, 'kept'> & { readonly kept: PackedSpans })

const packed = (result: CompressionResult): PackedResult =>
  'abstained' in result ? result : { ...result, kept: PackedSpans.of(result.kept) }

export interface PartOfAnswers {
  /** By index of the text; nothing where no answer came. */
  readonly results: ReadonlyMap<number, PackedResult>
  /** Indexes of texts that were sent; their answers may be missing. */
  readonly sent: ReadonlySet<number>
  readonly engineVersion?: string
  /** Whether answers of texts that were sent may be missing: a call has failed, or the time was over. */
  readonly failed: boolean
}

/** The newest first, which are the last ones; short ones behind all others. */
const inOrder = (questions: readonly Question[]): number[] =>
  [...questions.keys()].sort((one, other) => {
    const [isLong, isOtherLong] = [one, other].map((index) => (questions[index]?.text ?? '').length >= worthAskingFirst)
    return isLong === isOtherLong ? other - one : isLong === true ? -1 : 1
  })

/** Indexes in calls with one budget each, the most urgent call first; what exceeds the exchange's bytes is in none. */
const callsOf = (questions: readonly Question[], sizes: readonly number[]): number[][] => {
  const calls: number[][] = []
  /** By budget: the call that may take more, and its bytes. */
  const open = new Map<number | undefined, { readonly call: number[]; size: number }>()
  let left = exchangeBytes
  for (const index of inOrder(questions)) {
    const bytes = sizes[index] ?? 0
    if (bytes > maxBatchBytes || bytes > left) continue
    left -= bytes
    const budget = questions[index]?.budget
    const last = open.get(budget)
    if (last === undefined || last.size + bytes > callBytes || last.call.length === maxCallTexts) {
      const call = [index]
      calls.push(call)
      open.set(budget, { call, size: bytes })
    } else {
      last.call.push(index)
      last.size += bytes
    }
  }
  return calls
}

/** Never rejects. Texts too large for any call are answered by the abstention `too-large` without being sent. */
export const compressInPart = async (
  compressor: Compressor,
  questions: readonly Question[],
  parameters: BatchParameters,
  signal: AbortSignal,
): Promise<PartOfAnswers> => {
  const results = new Map<number, PackedResult>()
  const sent = new Set<number>()
  const sizes = questions.map(({ text }) => jsonBytes(text))
  for (const [index, bytes] of sizes.entries())
    if (bytes > maxBatchBytes) results.set(index, { abstained: 'too-large', tokens_before: 0 })
  const calls = callsOf(questions, sizes)
  let engineVersion: string | undefined
  let failed = false

  const run = async (call: readonly number[]): Promise<void> => {
    const asked = call.map((index) => questions[index]?.text ?? '')
    const budget = questions[call[0] ?? 0]?.budget
    for (const index of call) sent.add(index)
    const reply = await compressor.compress(
      { ...parameters, ...(budget === undefined ? {} : { budget }), texts: asked },
      signal,
    )
    if (!areSound(asked, reply.results)) throw new Error('the answer does not fit the texts')
    engineVersion = reply.engine_version
    for (const [at, index] of call.entries()) {
      const result = reply.results[at]
      if (result !== undefined) results.set(index, packed(result))
    }
  }
  const worker = async (): Promise<void> => {
    for (let call = calls.shift(); call !== undefined && !signal.aborted && !failed; call = calls.shift())
      await run(call).catch(() => {
        failed = true
      })
  }
  const workers = Promise.all(Array.from({ length: maxConcurrentCalls }, worker))
  // A compressor that hangs must not hold the request, whether it heeds the signal or not.
  await untilFired(workers, signal)
  const answered = { results: new Map(results), sent: new Set(sent), failed: failed || signal.aborted }
  return engineVersion === undefined ? answered : { ...answered, engineVersion }
}
