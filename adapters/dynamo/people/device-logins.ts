// The table of machines that wait to be signed in. Never sees a code.

import type { DeviceDecision } from '../../../core/people/device-login.ts'
import type { DeviceLoginStore } from '../../../core/people/stores.ts'
import { type Dynamo, send } from '../client.ts'
import { getItem, putItem, queryItems, updateItem } from '../commands.ts'
import { isMade, readIfMade } from '../conditions.ts'
import { tableName, tables } from '../tables/tables.ts'
import { expirySeconds, readDeviceLogin } from './people-items.ts'

/** The update that decides. A second attempt after an answer that was lost finds its own decision. */
const decisionOf = (decision: DeviceDecision, now: number) => ({
  UpdateExpression: `SET #status = :status, personId = :personId${'accountId' in decision ? ', accountId = :accountId' : ''}`,
  ConditionExpression: `expiresAt > :now AND (#status = :pending OR (#status = :status AND personId = :personId${
    'accountId' in decision ? ' AND accountId = :accountId' : ''
  }))`,
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: {
    ...Object.fromEntries(Object.entries(decision).map(([name, value]) => [`:${name}`, value])),
    ':pending': 'pending',
    ':now': now / 1000,
  },
})

/** Machines that wait, in DynamoDB. */
export const dynamoDeviceLogins = (dynamo: Dynamo): DeviceLoginStore => {
  const { tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'deviceLogins')

  return {
    async start(login) {
      const put = putItem({
        TableName,
        Item: { ...login, expiresAt: expirySeconds(login.expiresAt) },
        ConditionExpression: 'attribute_not_exists(deviceCodeHash)',
      })
      await send(dynamo, put)
    },

    async findByUserCode(userCodeHash) {
      const query = queryItems({
        TableName,
        IndexName: tables.deviceLogins.index.name,
        KeyConditionExpression: 'userCodeHash = :userCodeHash',
        ExpressionAttributeValues: { ':userCodeHash': userCodeHash },
        // Two machines with one code: the one that asked last.
        ScanIndexForward: false,
        Limit: 1,
      })
      const { Items: [indexed] = [] } = await send(dynamo, query)
      if (indexed === undefined) return undefined
      // The index may lag behind a decision.
      const get = getItem({ TableName, Key: { deviceCodeHash: indexed.deviceCodeHash }, ConsistentRead: true })
      const { Item } = await send(dynamo, get)
      return Item === undefined ? undefined : readDeviceLogin(Item)
    },

    async decide(deviceCodeHash, decision, now) {
      const decide = updateItem({
        TableName,
        Key: { deviceCodeHash },
        ...decisionOf(decision, now),
      })
      return isMade(dynamo, decide)
    },

    async poll(deviceCodeHash, now) {
      const note = updateItem({
        TableName,
        Key: { deviceCodeHash },
        UpdateExpression: 'SET lastPolledAt = :now',
        ConditionExpression: 'attribute_exists(deviceCodeHash)',
        ExpressionAttributeValues: { ':now': new Date(now).toISOString() },
        ReturnValues: 'ALL_OLD',
      })
      return readIfMade(dynamo, note, readDeviceLogin)
    },

    async take(deviceCodeHash) {
      const take = updateItem({
        TableName,
        Key: { deviceCodeHash },
        UpdateExpression: 'SET isTaken = :true',
        ConditionExpression: '#status = :approved AND attribute_not_exists(isTaken)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':approved': 'approved', ':true': true },
        ReturnValues: 'ALL_OLD',
      })
      return readIfMade(dynamo, take, readDeviceLogin)
    },
  }
}
