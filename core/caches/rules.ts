// What there is to know of a provider's prompt cache, and how sure it is. Two views of every rule: what can be relied upon, and
// what may be so all the same. A change is free only where nothing may be cached; a reading is counted on only where it is sure.

export interface InputPrices {
  /** Read from the provider's prompt cache. */
  readonly read: number
  /** Written to it, for the shorter and for the longer lifetime. */
  readonly write: number
  readonly writeLong: number
}

/**
 * Where a cached prefix can end. `markers`: at a block that a request marks, found from a marker that stands fewer than
 * `lookBackBlocks` blocks behind it. `requests`: where a request ended. `anywhere`: at any token. `nowhere`: nobody knows.
 */
export type PrefixEnds = 'markers' | 'requests' | 'anywhere' | 'nowhere'

export interface Lifetime {
  /** Milliseconds that an unused entry lives at least, and at most. */
  readonly surelyMs: number
  readonly possiblyMs: number
}

/** Where markers are relied upon, nothing else is possible: `possiblyEnds` is `markers` exactly where `surelyEnds` is. */
export interface CacheRules {
  /** Whether requests are cached without asking for it. */
  readonly automatic: boolean
  readonly surelyEnds: PrefixEnds
  readonly possiblyEnds: 'markers' | 'requests' | 'anywhere'
  /** Shorter prompts are not cached; where two lengths are documented or seen, both. */
  readonly leastTokens: { readonly from: number; readonly to: number }
  /** Reads end at multiples of so many tokens; absent: at the end of the entry. */
  readonly stepTokens?: number
  /** The model is sent no thinking of before the client's last words. */
  readonly forgetsThinking?: true
  /** When nothing else is asked for, and when the longer lifetime is. */
  readonly lifetime: Lifetime
  readonly longLifetime: Lifetime
}

export interface PriceRow extends InputPrices, CacheRules {}

/** How many blocks are tried from a marker backwards, its own included (platform.claude.com, prompt caching, 2026-10). */
export const lookBackBlocks = 20

/** Clocks and providers are not exact. */
export const margin = 1.2

/** So far apart may the clocks of two processes be, in milliseconds. */
export const clocksApartMs = 180_000

/** How long after its last use nothing can be held any more that lives for so long unused, in milliseconds. */
export const surelyGoneAfterMs = (lifetimeMs: number): number =>
  lifetimeMs === 0 ? 0 : Math.max(margin * lifetimeMs, lifetimeMs + clocksApartMs)
