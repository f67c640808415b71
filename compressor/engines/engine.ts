// What an engine is: a pure function of (version, parameters, text). See docs/engines.md for the contract.

import type { AbstentionReason } from '../../core/compressor/contract.ts'
import type { KeptSpans } from '../../core/text/spans.ts'

export interface EngineParameters {
  /** Fraction of o200k tokens to remove; if absent, the engine picks it. */
  readonly rate?: number
  /** Expected-loss budget, for measuring. */
  readonly budget?: number
}

export type EngineResult =
  | {
      readonly kept: KeptSpans
      /** Exact numbers of o200k tokens, of the text and of its kept slices joined. */
      readonly tokensBefore: number
      readonly tokensAfter: number
      readonly floorReached: boolean
    }
  | { readonly abstained: AbstentionReason; readonly tokensBefore: number }

export interface Engine {
  /** A pinned version: an engine whose output on the golden corpus differs has another one. */
  readonly version: string
  /**
   * Uses no clock, no other text, no randomness and no locale: the same input gives the same output, bit for bit. Takes time
   * linear in the text. Throws on no string.
   */
  compress(text: string, parameters: EngineParameters): EngineResult
}
