// How a request uses its provider's prompt cache, and whether that cache may still hold what an earlier request put there.
// In doubt it does: a change is free only when nothing can be lost by it.

import { kindOf, nextOf, onlyMember, reads } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import type { CacheRules } from '../ledger/prices.ts'

/** Clocks and providers are not exact. */
const margin = 1.2

const [marker, retention] = ['"cache_control"', '"prompt_cache_retention"']

/** The longest time, in milliseconds, that the provider may keep what this request makes it cache; 0: it caches nothing. */
export const lifetimeAskedMs = (tape: JsonTape, rules: CacheRules): number => {
  let lifetimeMs = rules.automatic ? rules.lifetimeMs : 0
  for (let key = 0; key < tape.length; key += 1) {
    if (kindOf(tape, key) !== JsonKind.Key) continue
    if (reads(tape, key, marker)) {
      const time = onlyMember(tape, key + 1, 'ttl')
      if (time !== undefined && reads(tape, time, '"1h"')) return rules.longLifetimeMs
      lifetimeMs = rules.lifetimeMs
      // What stands in a marker marks nothing.
      key = nextOf(tape, key + 1) - 1
    } else if (reads(tape, key, retention) && reads(tape, key + 1, '"24h"')) return rules.longLifetimeMs
  }
  return lifetimeMs
}

/** From when on nothing that was sent at `sentAt` for this lifetime can be in the cache, in milliseconds since the epoch. */
export const coldAtOf = (sentAt: number, lifetimeMs: number): number => sentAt + Math.ceil(margin * lifetimeMs)

/** Whether nothing that a record speaks of can be in the cache any more. */
export const isCold = ({ coldAt }: { readonly coldAt: number }, now: number): boolean => now >= coldAt

/**
 * Whether a record is old enough that using its conversation again must be noted in it: a fork or a retry that reads it
 * later has to know that the cache was refreshed. Within the margin, nothing is lost by not noting it.
 */
export const isStale = ({ coldAt }: { readonly coldAt: number }, lifetimeMs: number, now: number): boolean =>
  coldAtOf(now, lifetimeMs) - coldAt > (margin - 1) * lifetimeMs
