// The adapters over one DynamoDB endpoint, for the contract suites.

import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../adapters/dynamo/accounts/keys.ts'
import { dynamoChains } from '../../adapters/dynamo/chains/chains.ts'
import { type Dynamo, openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoCounters } from '../../adapters/dynamo/counters/counters.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { dynamoSavings } from '../../adapters/dynamo/ledger/savings.ts'
import { dynamoAudit } from '../../adapters/dynamo/people/audit.ts'
import { dynamoBrowserSessions } from '../../adapters/dynamo/people/browser-sessions.ts'
import { dynamoDeviceLogins } from '../../adapters/dynamo/people/device-logins.ts'
import { dynamoMembers } from '../../adapters/dynamo/people/members.ts'
import { dynamoPeople } from '../../adapters/dynamo/people/people.ts'
import { createTables } from '../../adapters/dynamo/tables/create-tables.ts'
import { openEmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import type { Finally } from '../../testkit/after-suite.ts'
import type { Stores } from './stores.ts'

/** A client with a deadline that a busy test machine can meet. */
export const testDynamo = (endpoint: string, tablePrefix = 'contract-', deadlineMilliseconds = 10_000): Dynamo =>
  openDynamo({
    tablePrefix,
    deadlineMilliseconds,
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })

/** Empty tables inside this process, and a client of theirs, until `finallyDo` is done. */
export const openTestTables = async (finallyDo: Finally, tablePrefix?: string): Promise<Dynamo> => {
  const { endpoint, close } = await openEmbeddedDynamo()
  finallyDo(close)
  const dynamo = testDynamo(endpoint, tablePrefix)
  finallyDo(dynamo.close)
  await createTables(dynamo)
  return dynamo
}

/** Creates the tables. Each call of a store's function makes a new adapter, that is, a new replica. */
export const dynamoStores = async (dynamo: Dynamo): Promise<Stores> => {
  await createTables(dynamo)
  return {
    keys: () => dynamoKeys(dynamo),
    accounts: () => dynamoAccounts(dynamo),
    counters: () => dynamoCounters(dynamo),
    ledger: () => dynamoLedger(dynamo),
    people: () => dynamoPeople(dynamo),
    members: () => dynamoMembers(dynamo),
    browserSessions: () => dynamoBrowserSessions(dynamo),
    deviceLogins: () => dynamoDeviceLogins(dynamo),
    audit: () => dynamoAudit(dynamo),
    savings: () => dynamoSavings(dynamo),
    chains: () => dynamoChains(dynamo, { readMilliseconds: 10_000, writeMilliseconds: 10_000 }),
  }
}
