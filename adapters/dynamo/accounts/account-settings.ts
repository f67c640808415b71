// Accounts as the dashboard may read and write them: without the chain secret, and without what the operator decides. The
// role of its function is bound to these attributes.

import type { AccountSettingsStore } from '../../../core/people/account-settings-store.ts'
import { ask, type Dynamo } from '../client.ts'
import { getItem, updateItem } from '../commands.ts'
import { isMade } from '../conditions.ts'
import { readAccountSettings } from '../items.ts'
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
const changedAttributes = ['compaction', 'prices'] as const

// By way of names: several of these words are reserved in expressions.
const names = (attributes: readonly string[]): Record<string, string> =>
  Object.fromEntries(attributes.map((name) => [`#${name}`, name]))

/** Settings in DynamoDB. */
export const dynamoAccountSettings = (dynamo: Dynamo): AccountSettingsStore => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'entitlements')
  return {
    async find(accountId) {
      const get = getItem({
        TableName,
        Key: { accountId },
        ProjectionExpression: readAttributes.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: names(readAttributes),
      })
      const { Item } = await ask(dynamo, (options) => documents.send(get, options))
      return Item === undefined ? undefined : readAccountSettings(Item)
    },

    async change(accountId, { compaction, prices }) {
      const change = updateItem({
        TableName,
        Key: { accountId },
        UpdateExpression: 'SET #compaction = :compaction, #prices = :prices',
        ConditionExpression: 'attribute_exists(accountId)',
        ExpressionAttributeNames: names(changedAttributes),
        ExpressionAttributeValues: { ':compaction': compaction, ':prices': prices },
      })
      return isMade(dynamo, (options) => documents.send(change, options))
    },
  }
}
