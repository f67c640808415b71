// Accounts as the dashboard may read and write them: without the chain secret, and without what the operator decides. The
// role of its function is bound to these attributes.

import * as z from 'zod/mini'
import { accountKinds } from '../../../core/access/account.ts'
import { defined } from '../../../core/collections/defined.ts'
import { type AccountSettingsStore, withChange } from '../../../core/people/account-settings-store.ts'
import { StoreBusy } from '../../../core/runtime/store-unreachable.ts'
import { type Dynamo, send } from '../client.ts'
import { getItem, updateItem } from '../commands.ts'
import { isMade } from '../conditions.ts'
import { readAccountSettings, reader } from '../items.ts'
import { tableName } from '../tables/tables.ts'

const readAttributes = [
  'accountId',
  'kind',
  'apiAccess',
  'entitlements',
  'limits',
  'compaction',
  'prices',
  'createdAt',
] as const

// By way of names: several of these words are reserved in expressions.
const names = (attributes: readonly string[]): Record<string, string> =>
  Object.fromEntries(attributes.map((name) => [`#${name}`, name]))

const policyItem = reader(
  'entitlements',
  z.object({ compaction: z.looseObject({ rate: z.exactOptional(z.unknown()) }) }),
)

/** Made by a newer version: nobody is served in it here, and it closes no other account to its people. */
const isOfUnknownKind = ({ kind }: Readonly<Record<string, unknown>>): boolean =>
  typeof kind === 'string' && !accountKinds.some((known) => known === kind)

/** Who else changes the policy comes in between; it is written as a whole, because a role can be bound to whole attributes alone. */
const mostAttempts = 5

/** Settings in DynamoDB. */
export const dynamoAccountSettings = (dynamo: Dynamo): AccountSettingsStore => {
  const { tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'entitlements')

  /** As it stands in the table, with what is not known here. */
  const policyOf = async (accountId: string) => {
    const get = getItem({
      TableName,
      Key: { accountId },
      ProjectionExpression: '#compaction',
      ExpressionAttributeNames: names(['compaction']),
      ConsistentRead: true,
    })
    const { Item } = await send(dynamo, get)
    return Item === undefined ? undefined : policyItem(Item).compaction
  }

  return {
    async find(accountId) {
      const get = getItem({
        TableName,
        Key: { accountId },
        ProjectionExpression: readAttributes.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: names(readAttributes),
      })
      const { Item } = await send(dynamo, get)
      return Item === undefined || isOfUnknownKind(Item) ? undefined : readAccountSettings(Item)
    },

    async change(accountId, changes) {
      const { prices } = changes
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const seen = await policyOf(accountId)
        if (seen === undefined) return false
        const change = updateItem({
          TableName,
          Key: { accountId },
          UpdateExpression: `SET #compaction = :compaction${prices === undefined ? '' : ', #prices = :prices'}`,
          ConditionExpression: '#compaction = :seen',
          ExpressionAttributeNames: names(['compaction', ...(prices === undefined ? [] : ['prices'])]),
          ExpressionAttributeValues: {
            ':compaction': withChange(seen, changes),
            ':seen': seen,
            ...defined({ ':prices': prices }),
          },
        })
        if (await isMade(dynamo, change)) return true
      }
      throw new StoreBusy('Others change these settings at this moment.')
    },
  }
}
