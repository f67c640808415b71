// The table of people: one item each, found by what their issuer calls them.

import type { PersonStore } from '../../../core/people/stores.ts'
import { type Dynamo, send } from '../client.ts'
import { getItem, putItem } from '../commands.ts'
import { tableName } from '../tables/tables.ts'
import { besidePerson, readPerson } from './people-items.ts'

/** People in DynamoDB. */
export const dynamoPeople = (dynamo: Dynamo): PersonStore => {
  const { tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'people')
  return {
    async find(personId) {
      const { Item } = await send(dynamo, getItem({ TableName, Key: { personId } }))
      return Item === undefined ? undefined : readPerson(Item)
    },
    async put(person) {
      const get = getItem({ TableName, Key: { personId: person.personId }, ConsistentRead: true })
      const { Item = {} } = await send(dynamo, get)
      const put = putItem({ TableName, Item: { ...besidePerson(Item), ...person } })
      await send(dynamo, put)
    },
  }
}
