// The table of service keys. One item per key, under the SHA-256 of its secret, keyed by what no table holds. Never sees a
// secret of a key.

import type { ServiceKey } from '../../../core/access/account.ts'
import { keyDigests } from '../../../core/access/keys/deployment-secrets.ts'
import { keyIdParts } from '../../../core/access/keys/issue.ts'
import { useNotedMs } from '../../../core/access/keys/key-state.ts'
import type { KeyStore } from '../../../core/access/keys/stores.ts'
import { defined } from '../../../core/collections/defined.ts'
import { type Dynamo, send } from '../client.ts'
import { getItem, putItem, queryItems, updateItem } from '../commands.ts'
import { isMade, readIfMade } from '../conditions.ts'
import { readServiceKey } from '../items.ts'
import { pagesOf } from '../pages.ts'
import { tableName, tables } from '../tables/tables.ts'

/** The keys as the operator sees them. Every method throws `StoreUnreachable`. */
export interface KeyRecords extends KeyStore {
  /** Resolves with whether the key was new. Leaves an existing key unchanged. */
  put(key: ServiceKey): Promise<boolean>
  /** The keys of an account, oldest first, with the digests of the table. They come from an index, so a key of the last second may be missing. */
  listByAccount(accountId: string): Promise<readonly ServiceKey[]>
  /**
   * Revokes the key. Revoking it again keeps the first date. Resolves with nothing if there is no such key. `now` in
   * milliseconds. Found by way of an index too.
   */
  revoke(keyId: string, now: number): Promise<ServiceKey | undefined>
  /** Lets the key expire at a time (ISO 8601). Resolves with nothing if there is no such key. */
  expire(keyId: string, at: string): Promise<ServiceKey | undefined>
  /** The same for a key that was shown or listed: of its hash, or the digest that the list has, and at once. */
  revokeByHash(keyHash: string, now: number): Promise<ServiceKey | undefined>
}

/** Whether there was such a key whose use is to be noted: `isUseToBeNoted`. */
const touched = (dynamo: Dynamo, keyHash: string, now: number, expiresAt: string | undefined): Promise<boolean> => {
  const note = updateItem({
    TableName: tableName(dynamo.tablePrefix, 'keys'),
    Key: { keyHash },
    UpdateExpression: `SET lastUsedAt = :now${expiresAt === undefined ? '' : ', expiresAt = :expiresAt'}`,
    ConditionExpression:
      'attribute_exists(keyHash) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt <= :anHourAgo OR lastUsedAt >= :anHourAhead)',
    ExpressionAttributeValues: {
      ':now': new Date(now).toISOString(),
      ':anHourAgo': new Date(now - useNotedMs).toISOString(),
      ':anHourAhead': new Date(now + useNotedMs).toISOString(),
      ...defined({ ':expiresAt': expiresAt }),
    },
  })
  return isMade(dynamo, note)
}

/** Sets a date of the key that stands under this digest, if there is such a key. */
const datedIn =
  (dynamo: Dynamo) =>
  async (keyHash: string, UpdateExpression: string, at: string): Promise<ServiceKey | undefined> => {
    const update = updateItem({
      TableName: tableName(dynamo.tablePrefix, 'keys'),
      Key: { keyHash },
      UpdateExpression,
      ConditionExpression: 'attribute_exists(keyHash)',
      ExpressionAttributeValues: { ':at': at },
      ReturnValues: 'ALL_NEW',
    })
    return readIfMade(dynamo, update, readServiceKey)
  }

/** The keys in DynamoDB. */
export const dynamoKeys = (dynamo: Dynamo): KeyRecords => {
  const { tablePrefix, secrets } = dynamo
  const TableName = tableName(tablePrefix, 'keys')
  const digestsOf = async (keyHash: string) => keyDigests(keyHash, await secrets())

  const listByAccount = async (accountId: string): Promise<readonly ServiceKey[]> => {
    const query = {
      TableName,
      IndexName: tables.keys.index.name,
      KeyConditionExpression: 'accountId = :accountId',
      ExpressionAttributeValues: { ':accountId': accountId },
    }
    const keys: ServiceKey[] = []
    for await (const { Items = [] } of pagesOf(dynamo, (from) => queryItems({ ...query, ...from })))
      keys.push(...Items.map(readServiceKey))
    return keys
  }

  const dated = datedIn(dynamo)
  const revokedUnder = (keyHash: string, now: number): Promise<ServiceKey | undefined> =>
    dated(keyHash, 'SET revokedAt = if_not_exists(revokedAt, :at)', new Date(now).toISOString())

  /** The id leads to the item through the index of its account: the digest under which it stands. */
  const digestOf = async (keyId: string): Promise<string | undefined> => {
    const parts = keyIdParts(keyId)
    if (parts === undefined) return undefined
    const keys = await listByAccount(parts.accountId)
    return keys.find((candidate) => candidate.keyId === keyId)?.keyHash
  }

  return {
    listByAccount,

    async revokeByHash(keyHash, now) {
      for (const digest of await digestsOf(keyHash)) {
        const key = await revokedUnder(digest, now)
        if (key !== undefined) return { ...key, keyHash }
      }
      return undefined
    },

    async find(keyHash) {
      for (const digest of await digestsOf(keyHash)) {
        const { Item } = await send(dynamo, getItem({ TableName, Key: { keyHash: digest } }))
        if (Item !== undefined) return { ...readServiceKey(Item), keyHash }
      }
      return undefined
    },

    async touch(keyHash, now, expiresAt) {
      for (const digest of await digestsOf(keyHash)) if (await touched(dynamo, digest, now, expiresAt)) return
    },

    async put(key) {
      const [keyHash] = await digestsOf(key.keyHash)
      const put = putItem({
        TableName,
        Item: { ...key, keyHash },
        ConditionExpression: 'attribute_not_exists(keyHash)',
      })
      return isMade(dynamo, put)
    },

    async revoke(keyId, now) {
      const keyHash = await digestOf(keyId)
      return keyHash === undefined ? undefined : revokedUnder(keyHash, now)
    },

    async expire(keyId, at) {
      const keyHash = await digestOf(keyId)
      return keyHash === undefined ? undefined : dated(keyHash, 'SET expiresAt = :at', at)
    },
  }
}
