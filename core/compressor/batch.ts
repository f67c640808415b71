// Sends texts to the compressor in batches that fit one call, and believes nothing that comes back unchecked.

import { firstOf } from '../runtime/first-of.ts'
import { type SpanList, spansFault } from '../text/spans.ts'
import type { Compressor } from './compressor.ts'
import { CompressorFailed } from './compressor.ts'
import { type CompressionRequest, type CompressionResult, maxBatchBytes, maxBatchTexts } from './contract.ts'

export type BatchParameters = Readonly<Omit<CompressionRequest, 'texts'>>

export interface BatchReply {
  /** The version that answered; when a deployment changes between two batches, the last one. */
  readonly engineVersion: string | undefined
  /** One per text, in the order asked. */
  readonly results: readonly CompressionResult[]
}

/** At most this many batches of one exchange are under way at once. */
const maxConcurrentBatches = 4

const isShortEscape = (unit: number): boolean => unit >= 0x08 && unit <= 0x0d && unit !== 0x0b

/** Bytes that a text takes inside the JSON of a call; escapes counted, without printing it. */
export const jsonBytes = (text: string): number => {
  let bytes = 3
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20) bytes += isShortEscape(unit) ? 2 : 6
    else if (unit === 0x22 || unit === 0x5c) bytes += 2
    else if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (unit >= 0xd800 && unit <= 0xdfff) bytes += 6
    else bytes += 3
  }
  return bytes
}

/** Indexes of texts, grouped so that each group fits one call; what fits none is left out. */
const batchesOf = (texts: readonly string[]): number[][] => {
  const batches: number[][] = []
  let size = Number.POSITIVE_INFINITY
  texts.forEach((text, index) => {
    const bytes = jsonBytes(text)
    if (bytes > maxBatchBytes) return
    if (size + bytes > maxBatchBytes || batches.at(-1)?.length === maxBatchTexts) {
      batches.push([])
      size = 0
    }
    batches.at(-1)?.push(index)
    size += bytes
  })
  return batches
}

/** Every token has a byte of UTF-8 or more, and no UTF-16 unit has more than three. */
const mostTokens = (text: string): number => 3 * text.length

/** Providers refuse a text of blanks alone. */
const saysSomething = (text: string, kept: SpanList): boolean => {
  for (const [start, end] of kept) if (text.slice(start, end).trim() !== '') return true
  return false
}

/** Whether this result is possible for this text. */
const isSound = (text: string, result: CompressionResult): boolean =>
  result.tokens_before <= mostTokens(text) &&
  ('abstained' in result ||
    (result.tokens_after <= result.tokens_before &&
      spansFault(text, result.kept) === undefined &&
      saysSomething(text, result.kept)))

/** Whether these results are possible for these texts: one for each, in their order. */
export const areSound = (texts: readonly string[], results: readonly CompressionResult[]): boolean =>
  results.length === texts.length && results.every((result, at) => isSound(texts[at] ?? '', result))

/**
 * Compresses every text. A text too large for any call comes back as the abstention `too-large` without being sent.
 * Throws `CompressorFailed` when any batch fails or answers something unsound: there is no partial result.
 */
export const compressAll = async (
  compressor: Compressor,
  texts: readonly string[],
  parameters: BatchParameters,
  signal: AbortSignal,
): Promise<BatchReply> => {
  const results: CompressionResult[] = texts.map(() => ({ abstained: 'too-large', tokens_before: 0 }))
  let engineVersion: string | undefined
  const batches = batchesOf(texts)

  const run = async (batch: readonly number[], signal: AbortSignal): Promise<void> => {
    const asked = batch.map((index) => texts[index] ?? '')
    const request: CompressionRequest = { ...parameters, texts: asked }
    const reply = await compressor.compress(request, signal)
    if (!areSound(asked, reply.results))
      throw new CompressorFailed('the compressor’s answer does not fit the texts', true)
    engineVersion = reply.engine_version
    batch.forEach((index, at) => {
      const result = reply.results[at]
      if (result !== undefined) results[index] = result
    })
  }

  // When one fails, nobody wants the others any more.
  const failing = new AbortController()
  const either = firstOf([signal, failing.signal])
  try {
    for (let start = 0; start < batches.length; start += maxConcurrentBatches)
      await Promise.all(batches.slice(start, start + maxConcurrentBatches).map((batch) => run(batch, either)))
  } catch (error) {
    failing.abort()
    const cause = error instanceof Error ? error.message : 'failed'
    if (engineVersion === undefined || (error instanceof CompressorFailed && error.reached)) throw error
    throw new CompressorFailed(cause, true, error)
  }
  return { engineVersion, results }
}
