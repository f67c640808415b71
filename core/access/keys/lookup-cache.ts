// How long a looked-up key or account may be served from memory, and what holds while its store is unreachable.
// Knows nothing of revocation or entitlements: those are judged on what it returns.

import { type BoundedMap, boundedMap } from '../../collections/bounded-map.ts'
import { type OutageMemory, outageMemory } from '../../runtime/outage.ts'
import { StoreBusy, StoreUnreachable } from '../../runtime/store-unreachable.ts'
import { useNotedMs } from './key-state.ts'
import type { AccountStore, KeyStore } from './stores.ts'

export interface LookupCacheOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** How long a known item is served without asking again: a revocation is felt after at most this long. */
  readonly knownSeconds?: number
  /** Shared by all stores of the process. @default one of its own */
  readonly outage?: OutageMemory
  /** Items kept, known and unknown apart. */
  readonly capacity?: number
}

/** A key that was just issued works after at most this long, even if it was tried before. */
const unknownSeconds = 5
/** How old a known item may be while its store cannot be asked. */
const graceSeconds = 300
/** How long a known item is served without asking again after its store gave no answer. */
const busySeconds = 5

interface Known<Item> {
  readonly item: Item
  readonly readAt: number
  readonly askedAt: number
  /** Served without asking for so long since it was asked for. */
  readonly freshSeconds: number
}

/** Whether two moments are less than so many seconds apart: a clock that was put back must not keep a revoked key alive for as long as it was ahead. */
const isWithin = (seconds: number, one: number, other: number): boolean => Math.abs(one - other) < seconds * 1000

type Find<Item> = (id: string) => Promise<Item | undefined>

const cached = <Item>(find: Find<Item>, options: LookupCacheOptions): Find<Item> => {
  const { now, knownSeconds = 60, capacity = 10_000, outage = outageMemory() } = options
  const known: BoundedMap<Known<Item>> = boundedMap(capacity)
  // Unknown keys have a map of their own: well-formed keys cost an attacker nothing, and must not push real ones out.
  const unknownSince: BoundedMap<number> = boundedMap(capacity)
  const reading = new Map<string, Promise<Item | undefined>>()

  const isUsable = ({ readAt }: Known<Item>): boolean => Math.abs(now() - readAt) <= graceSeconds * 1000

  const read = async (id: string): Promise<Item | undefined> => {
    try {
      const item = await find(id)
      const readAt = now()
      if (item === undefined) {
        known.delete(id)
        unknownSince.set(id, readAt)
      } else {
        unknownSince.delete(id)
        known.set(id, { item, readAt, askedAt: readAt, freshSeconds: knownSeconds })
      }
      return item
    } catch (error) {
      if (!(error instanceof StoreUnreachable)) throw error
      // A busy store is busy with one item: others are still asked.
      if (!(error instanceof StoreBusy)) outage.notice(now())
      const last = known.get(id)
      if (last === undefined || !isUsable(last)) throw error
      known.set(id, { ...last, askedAt: now(), freshSeconds: busySeconds })
      return last.item
    }
  }

  const isFresh = ({ askedAt, freshSeconds }: Known<Item>): boolean =>
    isWithin(freshSeconds, now(), askedAt) || outage.isFresh(now())

  return async (id) => {
    const last = known.get(id)
    if (last !== undefined && isUsable(last) && isFresh(last)) return last.item
    if (isWithin(Math.min(unknownSeconds, knownSeconds), now(), unknownSince.get(id) ?? Number.NEGATIVE_INFINITY))
      return undefined
    const pending = reading.get(id) ?? read(id).finally(() => reading.delete(id))
    reading.set(id, pending)
    return pending
  }
}

/** Keys from memory; a use is noted at most once an hour per key and environment, whether or not the note succeeds. */
export const cachedKeys = (store: KeyStore, options: LookupCacheOptions): KeyStore => {
  const touchedAt: BoundedMap<number> = boundedMap(options.capacity ?? 10_000)
  return {
    find: cached((keyHash) => store.find(keyHash), options),
    async touch(keyHash, now, expiresAt) {
      if (Math.abs(now - (touchedAt.get(keyHash) ?? Number.NEGATIVE_INFINITY)) < useNotedMs) return
      touchedAt.set(keyHash, now)
      await store.touch(keyHash, now, expiresAt)
    },
  }
}

/** Accounts from memory. */
export const cachedAccounts = (store: AccountStore, options: LookupCacheOptions): AccountStore => ({
  find: cached((accountId) => store.find(accountId), options),
})
