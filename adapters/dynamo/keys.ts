// The table of service keys. One item per key, found by the SHA-256 of its secret. Never sees a secret.

import { GetCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { ServiceKey } from '../../core/access/account.ts'
import { keyIdParts } from '../../core/access/issue.ts'
import type { KeyStore } from '../../core/access/stores.ts'
import { ask, type Dynamo } from './client.ts'
import { unlessRefused } from './conditions.ts'
import { readServiceKey } from './items.ts'
import { tableName, tables } from './tables.ts'

/** The keys as the operator sees them. Every method throws `StoreUnreachable`. */
export interface KeyRecords extends KeyStore {
  /** Resolves with whether the key was new. Leaves an existing key unchanged. */
  put(key: ServiceKey): Promise<boolean>
  /** The keys of an account, oldest first. They come from an index, so a key of the last second may be missing. */
  listByAccount(accountId: string): Promise<readonly ServiceKey[]>
  /**
   * Revokes the key. Revoking it again keeps the first date. Resolves with nothing if there is no such key. `now` in
   * milliseconds.
   */
  revoke(keyId: string, now: number): Promise<ServiceKey | undefined>
  /** Lets the key expire at a time (ISO 8601). Resolves with nothing if there is no such key. */
  expire(keyId: string, at: string): Promise<ServiceKey | undefined>
}

const hour = 3_600_000

/** The keys in DynamoDB. */
export const dynamoKeys = (dynamo: Dynamo): KeyRecords => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'keys')

  const listByAccount = async (accountId: string): Promise<readonly ServiceKey[]> =>
    ask(dynamo, async (options) => {
      const pages = paginateQuery(
        { client: documents },
        {
          TableName,
          IndexName: tables.keys.index.name,
          KeyConditionExpression: 'accountId = :accountId',
          ExpressionAttributeValues: { ':accountId': accountId },
        },
        options,
      )
      const keys: ServiceKey[] = []
      for await (const page of pages) keys.push(...(page.Items ?? []).map(readServiceKey))
      return keys
    })

  /** The id leads to the item through the index of its account. */
  const dated = async (keyId: string, UpdateExpression: string, at: string): Promise<ServiceKey | undefined> => {
    const parts = keyIdParts(keyId)
    if (parts === undefined) return undefined
    const keys = await listByAccount(parts.accountId)
    const key = keys.find(({ keyHash }) => keyHash.startsWith(parts.hashPrefix))
    if (key === undefined) return undefined
    const update = new UpdateCommand({
      TableName,
      Key: { keyHash: key.keyHash },
      UpdateExpression,
      ConditionExpression: 'attribute_exists(keyHash)',
      ExpressionAttributeValues: { ':at': at },
      ReturnValues: 'ALL_NEW',
    })
    return ask(dynamo, (options) =>
      unlessRefused<ServiceKey | undefined>(
        documents.send(update, options).then(({ Attributes }) => readServiceKey(Attributes)),
        () => undefined,
      ),
    )
  }

  return {
    listByAccount,

    async find(keyHash) {
      const { Item } = await ask(dynamo, (options) =>
        documents.send(new GetCommand({ TableName, Key: { keyHash } }), options),
      )
      return Item === undefined ? undefined : readServiceKey(Item)
    },

    async touch(keyHash, now) {
      const note = new UpdateCommand({
        TableName,
        Key: { keyHash },
        UpdateExpression: 'SET lastUsedAt = :now',
        ConditionExpression:
          'attribute_exists(keyHash) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt <= :anHourAgo)',
        ExpressionAttributeValues: {
          ':now': new Date(now).toISOString(),
          ':anHourAgo': new Date(now - hour).toISOString(),
        },
      })
      await ask(dynamo, (options) => unlessRefused<unknown>(documents.send(note, options), () => undefined))
    },

    async put(key) {
      const put = new PutCommand({ TableName, Item: key, ConditionExpression: 'attribute_not_exists(keyHash)' })
      return ask(dynamo, (options) =>
        unlessRefused(
          documents.send(put, options).then(() => true),
          () => false,
        ),
      )
    },

    revoke: (keyId, now) => dated(keyId, 'SET revokedAt = if_not_exists(revokedAt, :at)', new Date(now).toISOString()),

    expire: (keyId, at) => dated(keyId, 'SET expiresAt = :at', at),
  }
}
