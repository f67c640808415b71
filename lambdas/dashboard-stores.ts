// What the dashboard reads and writes, in the tables of one DynamoDB.

import { dynamoAccountSettings } from '../adapters/dynamo/accounts/account-settings.ts'
import { dynamoAccounts } from '../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../adapters/dynamo/accounts/keys.ts'
import type { Dynamo } from '../adapters/dynamo/client.ts'
import { dynamoCounters } from '../adapters/dynamo/counters/counters.ts'
import { dynamoLedgerPages } from '../adapters/dynamo/ledger/ledger-pages.ts'
import { dynamoSavings } from '../adapters/dynamo/ledger/savings.ts'
import { dynamoAudit } from '../adapters/dynamo/people/audit.ts'
import { dynamoBrowserSessions } from '../adapters/dynamo/people/browser-sessions.ts'
import { dynamoDeviceLogins } from '../adapters/dynamo/people/device-logins.ts'
import { dynamoMembers } from '../adapters/dynamo/people/members.ts'
import { dynamoPeople } from '../adapters/dynamo/people/people.ts'
import type { Ports } from '../dashboard/ports.ts'

export type DashboardStores = Omit<Ports, 'identity' | 'page' | 'settings' | 'log' | 'random32' | 'wait' | 'newId'>

export const dashboardStores = (dynamo: Dynamo): DashboardStores => ({
  people: dynamoPeople(dynamo),
  members: dynamoMembers(dynamo),
  browserSessions: dynamoBrowserSessions(dynamo),
  audit: dynamoAudit(dynamo),
  keys: dynamoKeys(dynamo),
  accounts: dynamoAccountSettings(dynamo),
  newAccounts: dynamoAccounts(dynamo),
  deviceLogins: dynamoDeviceLogins(dynamo),
  counters: dynamoCounters(dynamo),
  savings: dynamoSavings(dynamo),
  ledger: dynamoLedgerPages(dynamo),
})
