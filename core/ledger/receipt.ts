// What happened in one exchange, for the ledger. No text, no key, no credential: names, counts and times.

import type { Usage } from './usage.ts'

export const outcomes = ['compacted', 'verbatim', 'observed', 'failed-open', 'cut'] as const
export type Outcome = (typeof outcomes)[number]

export const sessionClients = ['claude-code', 'codex', 'header'] as const
export type SessionClient = (typeof sessionClients)[number]

/** A word that a newer version has written and that is not known here: it is told as it stands, and no code of ours writes one. */
export type NewerWord = string & { readonly isNewer: never }

export interface Receipt {
  readonly accountId: string
  /** ULID. */
  readonly exchangeId: string
  /** ISO 8601, when the request was received. */
  readonly receivedAt: string
  /** ISO 8601, when the receipt was written; absent on receipts from before it was noted. */
  readonly settledAt?: string
  readonly keyId: string
  readonly sessionId?: string
  /** Whose header named the session: an agent's, or the service's own. */
  readonly client?: SessionClient | NewerWord
  /** `compress`, `messages`, `chat-completions`, `responses` or `pass-through`. */
  readonly route: string
  readonly provider?: string
  /** The model of the request body, or the compressor on `/v1/compress`. */
  readonly model?: string
  readonly upstreamHost?: string
  /** SHA-256 of the upstream credential, hex: the only trace of it anywhere. */
  readonly upstreamKeyFingerprint?: string
  /** The pinned engine version that decided, and the version of the lossless depth. */
  readonly engineVersion?: string
  readonly losslessVersion?: string
  readonly compactionMode?: string
  /**
   * `cut`: the answer broke before its end, whatever became of the request's text. Counts are what the provider had reported
   * by then, and estimates if that was nothing.
   */
  readonly outcome: Outcome | NewerWord
  /** Why compaction failed open or did nothing, or why the upstream did not answer. */
  readonly reason?: string
  /** The answer's status as the client saw it. */
  readonly status: number
  /** Text segments whose forwarded form was shortened (or, observed, would have been). */
  readonly segmentsCompacted: number
  /** Exact o200k tokens deleted from what was forwarded; in `observe`, that would have been. */
  readonly tokensSaved: number
  /** Input tokens as the client sent them and as they went upstream. */
  readonly tokensBefore?: number
  readonly tokensAfter?: number
  /** The same, each token weighted by what the provider charges for it: see `effective.ts`. */
  readonly effectiveTokensBefore?: number
  readonly effectiveTokensAfter?: number
  /** Input tokens that the provider had to cache again because of a change that we made. */
  readonly cacheRewriteTokens: number
  /** The provider's own usage. */
  readonly usage?: Usage
  /** Some of the counts above are estimates: docs/ledger.md says when. */
  readonly estimated: boolean
  readonly rateAsked?: number
  readonly rateReached?: number
  readonly floorReached?: boolean
  /** Second attempts with the original body after a compacted one was rejected. */
  readonly retriedVerbatim?: boolean
  readonly millisecondsPerStep: Readonly<Record<string, number>>
}
