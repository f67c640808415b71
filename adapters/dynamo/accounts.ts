// The table of accounts: one item per account with everything it may do. Knows nothing of keys.

import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Account, Entitlement } from '../../core/access/account.ts'
import type { CompactionMode } from '../../core/access/policy.ts'
import type { AccountStore } from '../../core/access/stores.ts'
import { ask, type Dynamo } from './client.ts'
import { unlessRefused } from './conditions.ts'
import { readAccount } from './items.ts'
import { tableName } from './tables.ts'

/** What the operator may change. A field that is left out stays; `null` takes a limit or the rate away. */
export interface AccountChanges {
  readonly apiAccess?: boolean
  readonly entitlements?: readonly Entitlement[]
  readonly requestsPerMinute?: number | null
  readonly tokensPerMinute?: number | null
  readonly mode?: CompactionMode
  readonly compressor?: string
  readonly rate?: number | null
}

/** The accounts as the operator sees them. Everything throws `StoreUnreachable`. */
export interface AccountRecords extends AccountStore {
  /** Whether the account was new; an account that is there is left alone. */
  put(account: Account): Promise<boolean>
  /** The account after the changes, made in one write. Nothing when there is no such account. At least one change. */
  update(accountId: string, changes: AccountChanges): Promise<Account | undefined>
}

/** Where each change goes. */
const paths: Readonly<Record<keyof AccountChanges, readonly string[]>> = {
  apiAccess: ['apiAccess'],
  entitlements: ['entitlements'],
  requestsPerMinute: ['limits', 'requestsPerMinute'],
  tokensPerMinute: ['limits', 'tokensPerMinute'],
  mode: ['compaction', 'mode'],
  compressor: ['compaction', 'compressor'],
  rate: ['compaction', 'rate'],
}

const updateOf = (changes: AccountChanges) => {
  const set: string[] = []
  const remove: string[] = []
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  for (const [change, value] of Object.entries(changes)) {
    const path = Object.entries(paths).find(([name]) => name === change)?.[1]
    if (path === undefined) throw new TypeError(`An account has no field "${change}".`)
    // By way of names: several of these words are reserved in expressions.
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

/** Accounts in DynamoDB. */
export const dynamoAccounts = (dynamo: Dynamo): AccountRecords => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'entitlements')

  return {
    async find(accountId) {
      const { Item } = await ask(dynamo, (options) =>
        documents.send(new GetCommand({ TableName, Key: { accountId } }), options),
      )
      return Item === undefined ? undefined : readAccount(Item)
    },

    async put(account) {
      const put = new PutCommand({ TableName, Item: account, ConditionExpression: 'attribute_not_exists(accountId)' })
      return ask(dynamo, (options) =>
        unlessRefused(
          documents.send(put, options).then(() => true),
          () => false,
        ),
      )
    },

    async update(accountId, changes) {
      const update = new UpdateCommand({
        TableName,
        Key: { accountId },
        ...updateOf(changes),
        ConditionExpression: 'attribute_exists(accountId)',
        ReturnValues: 'ALL_NEW',
      })
      return ask(dynamo, (options) =>
        unlessRefused<Account | undefined>(
          documents.send(update, options).then(({ Attributes }) => readAccount(Attributes)),
          () => undefined,
        ),
      )
    },
  }
}
