// The compressor, as the core sees it.

import type { CompressionReply, CompressionRequest } from './contract.ts'

/** The compressor said no, or could not be reached. */
export class CompressorFailed extends Error {
  override readonly name = 'CompressorFailed'
  /** Whether the request got as far as the compressor. */
  readonly reached: boolean
  constructor(message: string, reached: boolean, cause?: unknown) {
    super(message, { cause })
    this.reached = reached
  }
}

export interface Compressor {
  /** Public names that can be selected in this deployment. */
  readonly available: readonly string[]
  /** One call; the caller has split the batch. Throws `CompressorFailed`. */
  compress(request: CompressionRequest, signal: AbortSignal): Promise<CompressionReply>
}
