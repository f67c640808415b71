// Whether the provider's cache may still hold what a record speaks of. In doubt it does: a change is free only when nothing can
// be lost by it.

import { type CacheRules, margin, surelyGoneAfterMs } from '../../caches/rules.ts'

/** From when on nothing that was sent at `sentAt` for this lifetime can be in the cache, in milliseconds since the epoch. */
export const coldAtOf = (sentAt: number, lifetimeMs: number): number =>
  sentAt + Math.ceil(surelyGoneAfterMs(lifetimeMs))

/** Whether nothing that a record speaks of can be in the cache any more. */
export const isCold = ({ coldAt }: { readonly coldAt: number }, now: number): boolean => now >= coldAt

/**
 * Whether a record is old enough that using its conversation again must be noted in it: a fork or a retry that reads it
 * later has to know that the cache was refreshed. Within the margin, nothing is lost by not noting it.
 */
export const isStale = ({ coldAt }: { readonly coldAt: number }, lifetimeMs: number, now: number): boolean =>
  coldAtOf(now, lifetimeMs) - coldAt > (margin - 1) * lifetimeMs

/** Every cache that is known keeps what it holds for so long, in milliseconds. */
export const anywhereKeptMs = 5 * 60_000

/** After shorter pauses another use is seldom noted in a record (see `isStale`), and none writes over it. In milliseconds. */
const justSentMs = (margin - 1) * anywhereKeptMs

/** Whether a record is so new that no other can have been written over it, by any clock. */
export const isJustSent = (
  { coldAt, lastSentAt }: { readonly coldAt: number; readonly lastSentAt: number },
  now: number,
): boolean => !isCold({ coldAt }, now) && now - lastSentAt <= justSentMs

/** How exactly the last use of a conversation is noted, in milliseconds. */
export const restNotedMs = ({ lifetime }: Pick<CacheRules, 'lifetime'>): number =>
  Math.max(anywhereKeptMs, lifetime.surelyMs) / 2
