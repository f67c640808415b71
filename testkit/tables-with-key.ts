// Tables inside this process, with the first account and its key: what a suite needs to start the service over them.

import { openDynamo } from '../adapters/dynamo/client.ts'
import { dynamoLedger } from '../adapters/dynamo/ledger/ledger.ts'
import { createTables } from '../adapters/dynamo/tables/create-tables.ts'
import { defaultTablePrefix } from '../adapters/dynamo/tables/tables.ts'
import { openEmbeddedDynamo } from '../adapters/embedded/dynamodb.ts'
import { localAws } from '../adapters/embedded/local-aws.ts'
import type { Receipt } from '../core/ledger/receipt.ts'
import { ensureFirstAccount, ensureFirstKey, localAccount } from '../local/data/first-account.ts'
import type { Finally } from './after-suite.ts'

export interface TablesWithKey {
  readonly endpoint: string
  readonly serviceKey: string
  /** All receipts so far, oldest first. */
  receipts(): Promise<readonly Receipt[]>
}

export const openTablesWithKey = async (finallyDo: Finally): Promise<TablesWithKey> => {
  const { endpoint, close } = await openEmbeddedDynamo()
  finallyDo(close)
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint, deadlineMilliseconds: 5_000, ...localAws })
  finallyDo(dynamo.close)
  await createTables(dynamo)
  await ensureFirstAccount(dynamo)
  const serviceKey = await ensureFirstKey(dynamo, undefined)
  const ledger = dynamoLedger(dynamo)
  const receipts = () => ledger.month(localAccount, new Date().toISOString().slice(0, 7))
  return { endpoint, serviceKey, receipts }
}
