// Where service keys, accounts and rate counters are kept, as the core sees it.

import type { Account, ServiceKey } from './account.ts'

export interface KeyStore {
  /** The key with this SHA-256 (hex), revoked and expired ones included. Throws `StoreUnreachable`. */
  find(keyHash: string): Promise<ServiceKey | undefined>
  /** Notes a use, at most once an hour, and with it when the key ends from now on, if it says so; losing a note is harmless. */
  touch(keyHash: string, now: number, expiresAt?: string): Promise<void>
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
  /** Absent unless the limit is above what a store takes of one key: see `access/shards.ts`. */
  readonly spread?: Spread
}

/** How a store may keep one limit in several counters. */
export interface Spread {
  readonly shards: number
  /** What a charge on one of them moves it, and how far it may stand ahead, in microseconds. */
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
