// The table of accounts. One item per account holds everything that the account may do. Knows nothing of keys.

import type { Account, Entitlement } from '../../../core/access/account.ts'
import { chainSecretOf } from '../../../core/access/keys/deployment-secrets.ts'
import type { AccountStore } from '../../../core/access/keys/stores.ts'
import type { CompactionMode, FileReadRule, ObservationRule } from '../../../core/access/policy.ts'
import type { ServerKind } from '../../../core/transcript/may-be-shortened.ts'
import { type Dynamo, send } from '../client.ts'
import { deleteItem, getItem, putItem, updateItem } from '../commands.ts'
import { isMade, readIfMade } from '../conditions.ts'
import { readAccount } from '../items.ts'
import { tableName } from '../tables/tables.ts'

/** What the operator may change. An absent field stays as it is; `null` removes a limit or the rate. */
export interface AccountChanges {
  readonly apiAccess?: boolean
  readonly entitlements?: readonly Entitlement[]
  readonly requestsPerMinute?: number | null
  readonly tokensPerMinute?: number | null
  readonly mode?: CompactionMode
  readonly compressor?: string
  readonly rate?: number | null
  readonly prices?: Readonly<Record<string, number>>
  readonly fileReads?: FileReadRule
  readonly observations?: ObservationRule
  readonly serverResults?: readonly ServerKind[]
}

/** The accounts as the operator sees them. Every method throws `StoreUnreachable`. */
export interface AccountRecords extends AccountStore {
  /** Resolves with whether the account was new. Leaves an existing account unchanged. */
  put(account: Account): Promise<boolean>
  /**
   * Makes the changes, at least one, in one write. Resolves with the account after them, or nothing if it does not exist.
   */
  update(accountId: string, changes: AccountChanges): Promise<Account | undefined>
  /** Deletes the account. What it has in other tables stays. Resolves with whether it was there. */
  remove(accountId: string): Promise<boolean>
}

/** The attribute of each change. */
const paths: Readonly<Record<keyof AccountChanges, readonly string[]>> = {
  apiAccess: ['apiAccess'],
  entitlements: ['entitlements'],
  requestsPerMinute: ['limits', 'requestsPerMinute'],
  tokensPerMinute: ['limits', 'tokensPerMinute'],
  mode: ['compaction', 'mode'],
  compressor: ['compaction', 'compressor'],
  rate: ['compaction', 'rate'],
  prices: ['prices'],
  fileReads: ['compaction', 'fileReads'],
  observations: ['compaction', 'observations'],
  serverResults: ['compaction', 'serverResults'],
}

const updateOf = (changes: AccountChanges) => {
  const set: string[] = []
  const remove: string[] = []
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  for (const [change, value] of Object.entries(changes)) {
    const path = Object.entries(paths).find(([name]) => name === change)?.[1]
    if (path === undefined) throw new TypeError(`An account has no field "${change}".`)
    // As expression names, because several of these words are reserved.
    for (const part of path) names[`#${part}`] = part
    const place = path.map((part) => `#${part}`).join('.')
    if (value === null) remove.push(place)
    else {
      set.push(`${place} = :${change}`)
      values[`:${change}`] = value
    }
  }
  return {
    UpdateExpression: [
      set.length > 0 ? `SET ${set.join(', ')}` : '',
      remove.length > 0 ? `REMOVE ${remove.join(', ')}` : '',
    ].join(' '),
    ExpressionAttributeNames: names,
    ...(set.length > 0 ? { ExpressionAttributeValues: values } : {}),
  }
}

/** The accounts in DynamoDB. */
export const dynamoAccounts = (dynamo: Dynamo): AccountRecords => {
  const { tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'entitlements')

  return {
    async find(accountId) {
      const { Item } = await send(dynamo, getItem({ TableName, Key: { accountId } }))
      if (Item === undefined) return undefined
      const account = readAccount(Item)
      return { ...account, chainSecret: chainSecretOf(account.chainSecret, await dynamo.secrets()) }
    },

    async put(account) {
      const put = putItem({ TableName, Item: account, ConditionExpression: 'attribute_not_exists(accountId)' })
      return isMade(dynamo, put)
    },

    async remove(accountId) {
      const remove = deleteItem({ TableName, Key: { accountId }, ReturnValues: 'ALL_OLD' })
      const { Attributes } = await send(dynamo, remove)
      return Attributes !== undefined
    },

    async update(accountId, changes) {
      const update = updateItem({
        TableName,
        Key: { accountId },
        ...updateOf(changes),
        ConditionExpression: 'attribute_exists(accountId)',
        ReturnValues: 'ALL_NEW',
      })
      return readIfMade(dynamo, update, readAccount)
    },
  }
}
