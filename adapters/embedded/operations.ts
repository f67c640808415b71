// The part of DynamoDB's API that the service and its operator use, over keys and values.

import type { WireItem } from '../dynamo/wire.ts'
import type { KeyValues } from './level-store.ts'
import { type ReadInput, reading } from './reads.ts'
import { invalid, StoreRefused } from './refused.ts'
import { openStoredTables } from './stored-tables.ts'
import { type TransactItem, transacting, writesOf } from './transactions.ts'
import { type WriteInput, type WriteOperation, writing } from './writes.ts'

/** Throws `StoreRefused`. */
export type Answer = (operation: string, input: Readonly<Record<string, unknown>>) => unknown

/** Gets every item that was put, once it is in the store. */
export type Told = (tableName: string, item: WireItem) => void

type Input = ReadInput & WriteInput & { readonly TransactItems?: readonly TransactItem[] }

/** DynamoDB refuses names and values that no expression names: mostly they are left over from a mistake. */
const requireUsed = (input: Input): void => {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input
  const { ConditionExpression, UpdateExpression, KeyConditionExpression, FilterExpression, ProjectionExpression } =
    input
  const written = [
    ConditionExpression,
    UpdateExpression,
    KeyConditionExpression,
    FilterExpression,
    ProjectionExpression,
  ]
  for (const placeholder of [...Object.keys(names), ...Object.keys(values)])
    if (!written.some((expression) => expression?.includes(placeholder)))
      throw invalid(`Value provided in expression attributes unused in expressions: keys: {${placeholder}}`)
}

/** `told`: what is to be told of puts. */
export const openOperations = async (store: KeyValues, told: Told): Promise<Answer> => {
  const tables = await openStoredTables(store)
  const reads = reading(store, tables)
  const write = writing(store, tables)
  const transact = transacting(store, tables)
  const writes = (operation: WriteOperation) => (input: WriteInput) => write(operation, input)

  const operations: Readonly<Record<string, (input: Input) => unknown>> = {
    ...reads,
    UpdateItem: writes('UpdateItem'),
    DeleteItem: writes('DeleteItem'),
    async PutItem(input) {
      const answer = await write('PutItem', input)
      told(input.TableName ?? '', input.Item ?? {})
      return answer
    },
    async TransactWriteItems({ TransactItems = [] }) {
      const made = writesOf(TransactItems)
      for (const [, input] of made) requireUsed(input)
      const answer = await transact(TransactItems)
      for (const [name, { TableName = '', Item = {} }] of made) if (name === 'Put') told(TableName, Item)
      return answer
    },
    ListTables: () => ({ TableNames: tables.names() }),
    DescribeTable: ({ TableName }) => ({ Table: tables.table(TableName).description }),
    CreateTable: async (input) => ({ TableDescription: (await tables.create(input, Date.now())).description }),
  }

  return (operation, input) => {
    requireUsed(input)
    const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined
    if (run === undefined) throw new StoreRefused('UnknownOperationException', `This store does not know ${operation}.`)
    return run(input)
  }
}
