// What an engine is: a pure function of (version, parameters, text). See docs/engines.md for the contract.

import type { AbstentionReason } from '../../core/compressor/contract.ts'
import type { KeptSpans } from '../../core/text/spans.ts'

export interface EngineParameters {
  /** Fraction of o200k tokens to remove; absent: the engine picks it. */
  readonly rate?: number
  /** Expected-loss budget, for measuring. */
  readonly budget?: number
}

export type EngineResult =
  | {
      readonly kept: KeptSpans
      /** Exact o200k counts of the text and of its kept slices joined. */
      readonly tokensBefore: number
      readonly tokensAfter: number
      readonly floorReached: boolean
    }
  | { readonly abstained: AbstentionReason; readonly tokensBefore: number }

export interface Engine {
  /** Pinned: any change of output on the golden corpus is a new version. */
  readonly version: string
  /** No clock, no neighbour, no randomness, no locale: same input, same output, bit for bit. Linear in the text. Never throws on any string. */
  compress(text: string, parameters: EngineParameters): EngineResult
}
