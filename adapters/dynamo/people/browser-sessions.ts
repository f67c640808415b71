// The table of browser sessions, and of sign-ins that have not come back from the issuer yet. Never sees a cookie.

import type { BrowserSessionStore } from '../../../core/people/stores.ts'
import { type Dynamo, send } from '../client.ts'
import { deleteItem, getItem, putItem, updateItem } from '../commands.ts'
import { isMade, readIfMade } from '../conditions.ts'
import { tableName } from '../tables/tables.ts'
import { expirySeconds, readBrowserSession, readPendingSignIn } from './people-items.ts'

/** Browser sessions in DynamoDB. */
export const dynamoBrowserSessions = (dynamo: Dynamo): BrowserSessionStore => {
  const { tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'browserSessions')

  const put = async (item: { readonly expiresAt: string }): Promise<void> => {
    const command = putItem({
      TableName,
      Item: { ...item, expiresAt: expirySeconds(item.expiresAt) },
      ConditionExpression: 'attribute_not_exists(sessionHash)',
    })
    await send(dynamo, command)
  }

  return {
    async find(sessionHash) {
      const get = getItem({ TableName, Key: { sessionHash }, ConsistentRead: true })
      const { Item } = await send(dynamo, get)
      // A sign-in that is under way is not a session.
      return Item === undefined || !('personId' in Item) ? undefined : readBrowserSession(Item)
    },

    start: put,
    startSignIn: put,

    async touch(sessionHash, now) {
      const touch = updateItem({
        TableName,
        Key: { sessionHash },
        UpdateExpression: 'SET lastSeenAt = :now',
        ConditionExpression: 'attribute_exists(sessionHash)',
        ExpressionAttributeValues: { ':now': new Date(now).toISOString() },
      })
      await isMade(dynamo, touch)
    },

    async end(sessionHash) {
      await send(dynamo, deleteItem({ TableName, Key: { sessionHash } }))
    },

    async takeSignIn(sessionHash) {
      const take = deleteItem({
        TableName,
        Key: { sessionHash },
        ConditionExpression: 'attribute_exists(verifier)',
        ReturnValues: 'ALL_OLD',
      })
      return readIfMade(dynamo, take, readPendingSignIn)
    },
  }
}
