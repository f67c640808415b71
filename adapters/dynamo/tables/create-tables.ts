// Creates the tables of one deployment where no stack does: for the local service and the tests. The embedded store has no
// expiry, so readers judge it, as they do anyway. It has no streams either: see local/data/ledger-stream.ts.

import { setTimeout as wait } from 'node:timers/promises'
import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { ask, type Dynamo } from '../client.ts'
import { createTable } from '../commands.ts'
import { unlessNamed } from '../conditions.ts'
import { describedTable } from './table-settings.ts'
import { type TableId, type TableShape, tableIds, tableName, tables } from './tables.ts'

const pollMilliseconds = 20
const patienceMilliseconds = 30_000

const keySchema = (shape: { readonly partitionKey: string; readonly sortKey?: string }) => [
  { AttributeName: shape.partitionKey, KeyType: 'HASH' as const },
  ...(shape.sortKey === undefined ? [] : [{ AttributeName: shape.sortKey, KeyType: 'RANGE' as const }]),
]

const definition = (TableName: string, shape: TableShape): CreateTableCommandInput => {
  const { index } = shape
  const keys = [...keySchema(shape), ...(index === undefined ? [] : keySchema(index))].map((key) => key.AttributeName)
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(shape),
    AttributeDefinitions: [...new Set(keys)].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    ...(index === undefined
      ? {}
      : {
          GlobalSecondaryIndexes: [
            {
              IndexName: index.name,
              KeySchema: keySchema(index),
              Projection: { ProjectionType: index.projection ?? 'ALL' },
            },
          ],
        }),
  }
}

/** Creates every missing table, and resolves when all are active. Throws `StoreUnreachable`. */
export const createTables = async (dynamo: Dynamo): Promise<void> => {
  const { documents, tablePrefix } = dynamo

  const active = async (name: string): Promise<boolean> =>
    (await describedTable(dynamo, name))?.TableStatus === 'ACTIVE'

  const create = async (table: TableId): Promise<void> => {
    const name = tableName(tablePrefix, table)
    if (await active(name)) return
    const command = createTable(definition(name, tables[table]))
    await ask(dynamo, (options) => unlessNamed('ResourceInUseException', documents.send(command, options)))
    for (let waited = 0; !(await active(name)); waited += pollMilliseconds) {
      if (waited > patienceMilliseconds) throw new Error(`The table ${name} did not become active.`)
      await wait(pollMilliseconds)
    }
  }

  for (const id of tableIds) await create(id)
}
