// How a request is sent upstream, as the core sees it.

import type { Outbound } from './outbound.ts'

/** What came back from upstream, its body not yet read. */
export interface UpstreamResponse {
  readonly status: number
  /** Lower-case names; a repeated header has several entries. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Iterating to the end is the only sign of a whole body; an upstream that breaks makes it throw. Returning early closes the connection. */
  readonly body: AsyncIterable<Uint8Array>
  /** Whether all of the request has been handed over: until then its bytes are being read. Absent where that is not known. */
  readonly isSent?: () => boolean
}

/**
 * Why there is no answer. `unreachable`: no connection was made. `timeout`: none, or no answer, came in time. `broken`: the
 * upstream closed the connection without an answer. `malformed`: it sent something that is not HTTP. `address-rejected`: the
 * name leads to an address that may not be reached.
 */
export type UpstreamFailureKind = 'unreachable' | 'timeout' | 'broken' | 'malformed' | 'address-rejected'

/** The upstream did not answer: nothing of a response was received. */
export class UpstreamFailed extends Error {
  override readonly name = 'UpstreamFailed'
  readonly kind: UpstreamFailureKind
  /** Whether the request may have got as far as the upstream: then there is a receipt. */
  readonly reached: boolean
  constructor(kind: UpstreamFailureKind, reached: boolean, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.reached = reached
  }
}

/** Sends once, follows no redirect, retries nothing. `signal` aborts it at any point. Throws `UpstreamFailed`. */
export type Send = (outbound: Outbound, signal: AbortSignal) => Promise<UpstreamResponse>
