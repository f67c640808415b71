// What a conversation's record says: of each segment what was decided and in which form it travels, and what the plan
// reckons with. Positions and counts only; the text is in the next request, or nowhere.

import type { CompactionPolicy } from '../access/policy.ts'
import type { KeptSpans } from '../text/spans.ts'

/** Questions about one segment, until the answer has come. */
export const mostQuestions = 3

/** The engine's word on one segment, given once. */
export type Verdict =
  /** Not given yet, after so many questions. */
  | { readonly kind: 'pending'; readonly asked: number }
  /** It stays as it is. */
  | { readonly kind: 'abstained' }
  /** `tokensSaved`: exact, against the text as the client sent it. */
  | { readonly kind: 'shorter'; readonly kept: KeptSpans; readonly tokensSaved: number }

/**
 * How a segment travels. `base`: lossless, or whole where every byte counts. `chosen`: as `base` until now, as `lossy`
 * from the next request on. Nothing ever goes back.
 */
export type Form = 'base' | 'chosen' | 'lossy'

export interface SegmentState {
  readonly verdict: Verdict
  readonly form: Form
  /** The lossless depth deletes nothing of it: known from the first time it was sent, so that nobody looks again. */
  readonly plain?: true
  /** Exact tokens of the text as the client sends it, once an engine has counted them. */
  readonly tokens?: number
  /** Exact tokens that the lossless form saves, once they were counted. */
  readonly losslessTokens?: number
}

export interface ChainState {
  /** The version that decides in this chain; absent until one has answered. */
  readonly engineVersion?: string
  readonly losslessVersion: string
  /** Kept until the provider's cache is cold. */
  readonly policy: CompactionPolicy
  /** A compacted form was rejected and the original accepted: everything travels as the client sends it. */
  readonly verbatim: boolean
  /** The longest time that the provider may keep any part of it cached, in milliseconds; 0: it was never cached. */
  readonly lifetime: number
  /** Turns at whose end the provider may have begun to cache this very form, in order; the last ones. */
  readonly cachedTurns: readonly number[]
  /** Effective input tokens that this conversation has cost, and what it has saved net of the rewrites that we caused. */
  readonly paid: number
  readonly saved: number
  /** In the order of the transcript, pinned segments included; as many as the request had. */
  readonly segments: readonly SegmentState[]
}

/** A segment that nobody was asked about. */
export const unasked: SegmentState = { verdict: { kind: 'pending', asked: 0 }, form: 'base' }
