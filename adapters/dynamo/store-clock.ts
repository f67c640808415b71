// Reads the clock of the store. A person's own machine may be wrong by minutes, and times in the ledger come from AWS.

import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import { ask, type Dynamo } from './client.ts'
import { tableName } from './tables.ts'

const dateOf = (response: unknown): string | undefined => {
  if (typeof response !== 'object' || response === null || !('headers' in response)) return undefined
  const { headers } = response
  if (typeof headers !== 'object' || headers === null || !('date' in headers)) return undefined
  return typeof headers.date === 'string' ? headers.date : undefined
}

/**
 * Milliseconds since the epoch, rounded down to a second. Throws `StoreUnreachable`, or `Error` if the store sends no time.
 */
export const storeClock = async (dynamo: Dynamo): Promise<number> => {
  let date: string | undefined
  const anyRead = new GetItemCommand({
    TableName: tableName(dynamo.tablePrefix, 'entitlements'),
    Key: { accountId: { S: '-' } },
  })
  anyRead.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      date = dateOf(result.response)
      return result
    },
    { step: 'deserialize' },
  )
  await ask(dynamo, (options) => dynamo.documents.send(anyRead, options))
  if (date === undefined) throw new Error('The store does not tell its time.')
  return Date.parse(date)
}
