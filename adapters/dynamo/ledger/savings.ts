// The table of sums. A write succeeds only on the version that was read. Knows nothing of what the sums mean.

import * as z from 'zod'
import { defined } from '../../../core/collections/defined.ts'
import type { SavingsPart } from '../../../core/savings/fold.ts'
import { maxModelsPerDay, modelsKey, type PartKey } from '../../../core/savings/parts.ts'
import { rebuildingSeconds, type SavingsReader, type SavingsStore } from '../../../core/savings/store.ts'
import { type Dynamo, send } from '../client.ts'
import { deleteItem, getItem, putItem, queryItems, updateItem } from '../commands.ts'
import { isMade } from '../conditions.ts'
import { pagesOf } from '../pages.ts'
import { storeClock } from '../tables/store-clock.ts'
import { tableName } from '../tables/tables.ts'
import { partItem, readPart } from './savings-items.ts'
import { dynamoSessions } from './sessions.ts'

export type SavingsRecords = SavingsStore & SavingsReader

const names = z.object({ names: z.set(z.string()).exactOptional() })
/** Earlier versions wrote a marker without an end: it holds until a rebuild takes it away. */
const marker = z.object({ expiresAt: z.number().exactOptional() })

const rebuildKey = (accountId: string): PartKey => ({ owner: `${accountId}#rebuild`, part: 'marker' })

/** Adds names of models to a day's, where they all find room. */
const addNames = (dynamo: Dynamo, key: PartKey, added: readonly string[]): Promise<boolean> => {
  const add = updateItem({
    TableName: tableName(dynamo.tablePrefix, 'savings'),
    Key: { ...key },
    UpdateExpression: 'ADD #names :added',
    ConditionExpression: 'attribute_not_exists(#names) OR size(#names) <= :room',
    ExpressionAttributeNames: { '#names': 'names' },
    ExpressionAttributeValues: { ':added': new Set(added), ':room': maxModelsPerDay - added.length },
  })
  return isMade(dynamo, add)
}

/** The sums in DynamoDB. */
export const dynamoSavings = (dynamo: Dynamo): SavingsRecords => {
  const { tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'savings')

  const item = async ({ owner, part }: PartKey): Promise<Record<string, unknown> | undefined> => {
    const get = getItem({ TableName, Key: { owner, part }, ConsistentRead: true })
    return (await send(dynamo, get)).Item
  }

  return {
    ...dynamoSessions(dynamo),

    async find(key) {
      const found = await item(key)
      return found === undefined ? undefined : readPart(found)
    },

    async put(part, overVersion) {
      const put = putItem({
        TableName,
        Item: partItem(part, overVersion + 1),
        ...(overVersion === 0
          ? { ConditionExpression: 'attribute_not_exists(version)' }
          : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': overVersion } }),
      })
      return isMade(dynamo, put)
    },

    async admitModels(accountId, day, models) {
      const key = modelsKey(accountId, day)
      for (;;) {
        const known = names.parse((await item(key)) ?? {}).names ?? new Set<string>()
        const added = models.filter((model) => !known.has(model)).slice(0, Math.max(0, maxModelsPerDay - known.size))
        if (added.length === 0 || (await addNames(dynamo, key, added)))
          return new Set(models.filter((model) => known.has(model) || added.includes(model)))
      }
    },

    async isRebuilding(accountId) {
      const found = await item(rebuildKey(accountId))
      return found !== undefined && (marker.parse(found).expiresAt ?? Number.POSITIVE_INFINITY) * 1000 > Date.now()
    },

    async setRebuilding(accountId, isRebuilding) {
      const Key = { ...rebuildKey(accountId) }
      const write = isRebuilding
        ? putItem({ TableName, Item: { ...Key, expiresAt: (await storeClock(dynamo)) / 1000 + rebuildingSeconds } })
        : deleteItem({ TableName, Key })
      await send<unknown>(dynamo, write)
    },

    async parts(owner, range) {
      const query = {
        TableName,
        KeyConditionExpression:
          range === undefined ? '#owner = :owner' : '#owner = :owner AND part BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: {
          ':owner': owner,
          ...defined({ ':from': range?.from, ':to': range?.to }),
        },
      }
      const found: SavingsPart[] = []
      for await (const { Items = [] } of pagesOf(dynamo, (from) => queryItems({ ...query, ...from })))
        found.push(...Items.map((one) => readPart(one).part))
      return found
    },
  }
}
