// How a request uses its provider's prompt cache, and whether that cache may still hold what an earlier request put there.
// In doubt it does: a change is free only when nothing can be lost by it.

import { kindOf, rawOf, reads } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import type { CacheRules } from '../ledger/prices.ts'

/** Clocks and providers are not exact. */
const margin = 1.2

const [marker, retention] = ['"cache_control"', '"prompt_cache_retention"']
const anHour = /"ttl"\s*:\s*"1h"/

/** The longest time, in milliseconds, that the provider may keep what this request makes it cache; 0: it caches nothing. */
export const lifetimeAsked = (tape: JsonTape, rules: CacheRules): number => {
  let lifetime = rules.automatic ? rules.lifetime : 0
  for (let key = 0; key < tape.length; key += 1) {
    if (kindOf(tape, key) !== JsonKind.Key) continue
    const isMarker = reads(tape, key, marker)
    if (isMarker ? anHour.test(rawOf(tape, key + 1)) : reads(tape, key, retention) && reads(tape, key + 1, '"24h"'))
      return rules.longLifetime
    if (isMarker) lifetime = rules.lifetime
  }
  return lifetime
}

/** What was sent before this time is not in the cache any more, in milliseconds since the epoch. */
export const coldBefore = (lifetime: number, now: number): number => now - margin * lifetime

/**
 * Whether nothing that a conversation sent can be in the cache any more, or its next request would not look there.
 * `lifetime` is the longest that any of its requests asked for; `asked` is what this request asks for.
 */
export const isCold = (sent: { lastSentAt: number; lifetime: number }, asked: number, now: number): boolean =>
  asked === 0 || sent.lastSentAt < coldBefore(sent.lifetime, now)

/**
 * Whether a record is old enough that using its conversation again must be noted in it: a fork or a retry that reads it
 * later has to know that the cache was refreshed. Within the margin, nothing is lost by not noting it.
 */
export const isStale = (sent: { lastSentAt: number; lifetime: number }, now: number): boolean =>
  now - sent.lastSentAt > (margin - 1) * sent.lifetime
