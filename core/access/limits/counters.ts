// Where rate counters are kept, as the core sees it.

/** One GCRA step, in microseconds: see `gcra.ts`. */
export interface Charge {
  readonly counter: string
  readonly increment: number
  readonly tolerance: number
  /** Absent unless the limit is above what a store takes of one key: see `shards.ts`. */
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
