// The interfaces through which the core reaches the world. Adapters implement them; test/contract proves every implementation.

import type { Account, ServiceKey } from './access/account.ts'
import type { RememberedChains } from './chain/remembered-chains.ts'
import type { CompressionReply, CompressionRequest } from './compressor/contract.ts'
import type { Receipt } from './ledger/receipt.ts'
import type { Incident, MetricName } from './metrics/names.ts'
import type { Outbound } from './upstream/outbound.ts'

/** A store could not be asked. Never confused with "there is no such item". */
export class StoreUnreachable extends Error {
  override readonly name = 'StoreUnreachable'
}

export interface KeyStore {
  /** The key with this SHA-256 (hex), revoked and expired ones included. Throws `StoreUnreachable`. */
  find(keyHash: string): Promise<ServiceKey | undefined>
  /** Notes a use, at most once an hour; losing a note is harmless. */
  touch(keyHash: string, now: number): Promise<void>
}

export interface AccountStore {
  /** Throws `StoreUnreachable`. */
  find(accountId: string): Promise<Account | undefined>
}

/** One GCRA step, in microseconds: see `access/gcra.ts`. */
export interface Charge {
  readonly counter: string
  readonly increment: number
  readonly tolerance: number
}

export type ChargeOutcome =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly retryAfterMicroseconds: number }

export interface CounterStore {
  /** Admits or refuses atomically, across all replicas. `now` in microseconds since the epoch. Throws `StoreUnreachable`. */
  take(charge: Charge, now: number): Promise<ChargeOutcome>
}

export interface LedgerStore {
  /** Writes the receipt once; the same exchange id again changes nothing. Throws `StoreUnreachable`. */
  put(receipt: Receipt): Promise<void>
}

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

/** What came back from upstream, its body not yet read. */
export interface UpstreamResponse {
  readonly status: number
  /** Lower-case names; a repeated header has several entries. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Iterating to the end is the only sign of a whole body; an upstream that breaks makes it throw. Returning early closes the connection. */
  readonly body: AsyncIterable<Uint8Array>
}

/** The upstream did not answer: nothing of a response was received. */
export class UpstreamFailed extends Error {
  override readonly name = 'UpstreamFailed'
  readonly kind: 'unreachable' | 'timeout' | 'address-rejected'
  /** Whether the request may have got as far as the upstream: then there is a receipt. */
  readonly reached: boolean
  constructor(
    kind: 'unreachable' | 'timeout' | 'address-rejected',
    reached: boolean,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause })
    this.kind = kind
    this.reached = reached
  }
}

/** Sends once, follows no redirect, retries nothing. `signal` aborts it at any point. Throws `UpstreamFailed`. */
export type Send = (outbound: Outbound, signal: AbortSignal) => Promise<UpstreamResponse>

/** Structured log lines without content: names, counts, ids. */
export interface Log {
  info(message: string, fields: Readonly<Record<string, unknown>>): void
  warn(message: string, fields: Readonly<Record<string, unknown>>): void
  error(message: string, fields: Readonly<Record<string, unknown>>): void
}

/** Counts of things that should not happen. */
export type CountMetric = (name: Incident) => void

/** What was counted and timed, by the metric's name. */
export type Measurements = Readonly<Partial<Record<MetricName, number>>>

/** Adds to the metrics. Never throws, never waits: they are printed behind the answers. */
export type Measure = (measurements: Measurements) => void

/** Tells what happened to where traces are kept, if this request is traced. Never throws, never waits. */
export type Trace = (receipt: Receipt) => void

/** Must be cleared once nobody waits for it: an alarm that is set holds on to all that listens. */
export interface Alarm {
  readonly signal: AbortSignal
  clear(): void
}

/** Fires after so many milliseconds, at once for none or less. */
export type SetAlarm = (milliseconds: number) => Alarm

export interface Ports {
  readonly keys: KeyStore
  readonly accounts: AccountStore
  readonly counters: CounterStore
  readonly ledger: LedgerStore
  readonly chains: RememberedChains
  readonly compressor: Compressor
  readonly send: Send
  readonly log: Log
  readonly count: CountMetric
  readonly measure: Measure
  readonly trace: Trace
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds of a clock that only runs forward, with fractions: for durations. */
  readonly elapsed: () => number
  readonly alarm: SetAlarm
}
