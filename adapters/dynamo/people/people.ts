// The table of people: one item each, found by what their issuer calls them.

import type { PersonStore } from '../../../core/people/stores.ts'
import { ask, type Dynamo } from '../client.ts'
import { getItem, putItem } from '../commands.ts'
import { tableName } from '../tables/tables.ts'
import { besidePerson, readPerson } from './people-items.ts'

/** People in DynamoDB. */
export const dynamoPeople = (dynamo: Dynamo): PersonStore => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'people')
  return {
    async find(personId) {
      const { Item } = await ask(dynamo, (options) =>
        documents.send(getItem({ TableName, Key: { personId } }), options),
      )
      return Item === undefined ? undefined : readPerson(Item)
    },
    async put(person) {
      const get = getItem({ TableName, Key: { personId: person.personId }, ConsistentRead: true })
      const { Item = {} } = await ask(dynamo, (options) => documents.send(get, options))
      const put = putItem({ TableName, Item: { ...besidePerson(Item), ...person } })
      await ask(dynamo, (options) => documents.send(put, options))
    },
  }
}
