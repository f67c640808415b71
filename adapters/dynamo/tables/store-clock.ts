// Reads the clock of the store. A person's own machine may be wrong by minutes, and times in the ledger come from AWS.

import { ask, type Dynamo } from '../client.ts'
import { getItem } from '../commands.ts'
import { tableName } from './tables.ts'

/**
 * Milliseconds since the epoch, rounded down to a second. Throws `StoreUnreachable`, or `Error` if the store sends no time.
 */
export const storeClock = async (dynamo: Dynamo): Promise<number> => {
  let date: string | undefined
  const anyRead = getItem({ TableName: tableName(dynamo.tablePrefix, 'entitlements'), Key: { accountId: '-' } })
  const heard = (headers: { readonly date?: string | undefined }): void => {
    date = headers.date
  }
  await ask(dynamo, (options) => dynamo.documents.send(anyRead, { ...options, heard }))
  if (date === undefined) throw new Error('The store does not tell its time.')
  return Date.parse(date)
}
