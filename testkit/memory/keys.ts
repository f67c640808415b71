// Service keys in memory: the same port and records as the adapter, proven by the same contract.

import type { KeyRecords } from '../../adapters/dynamo/accounts/keys.ts'
import type { ServiceKey } from '../../core/access/account.ts'
import { isUseToBeNoted } from '../../core/access/keys/key-state.ts'
import { defined } from '../../core/collections/defined.ts'

const withId = (items: ReadonlyMap<string, ServiceKey>, keyId: string): ServiceKey | undefined =>
  [...items.values()].find((candidate) => candidate.keyId === keyId)

/** Several of them over one `items` are replicas of one store. */
export const memoryKeys = (items: Map<string, ServiceKey> = new Map()): KeyRecords => {
  const revoked = (key: ServiceKey | undefined, now: number): ServiceKey | undefined => {
    if (key === undefined) return undefined
    const after = { ...key, revokedAt: key.revokedAt ?? new Date(now).toISOString() }
    items.set(key.keyHash, after)
    return after
  }
  return {
    async find(keyHash) {
      return items.get(keyHash)
    },
    async touch(keyHash, now, expiresAt) {
      const key = items.get(keyHash)
      if (key === undefined || !isUseToBeNoted(key, now)) return
      items.set(keyHash, { ...key, ...defined({ expiresAt }), lastUsedAt: new Date(now).toISOString() })
    },
    async put(key) {
      if (items.has(key.keyHash)) return false
      items.set(key.keyHash, key)
      return true
    },
    async listByAccount(accountId) {
      return [...items.values()]
        .filter((key) => key.accountId === accountId)
        .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    },
    async revoke(keyId, now) {
      return revoked(withId(items, keyId), now)
    },
    async expire(keyId, expiresAt) {
      const key = withId(items, keyId)
      if (key === undefined) return undefined
      const expiring = { ...key, expiresAt }
      items.set(key.keyHash, expiring)
      return expiring
    },
    async revokeByHash(keyHash, now) {
      return revoked(items.get(keyHash), now)
    },
  }
}
