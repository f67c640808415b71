// What the dashboard reads and writes, in the tables of one DynamoDB.

import { dynamoAccountSettings } from '../adapters/dynamo/account-settings.ts'
import { dynamoAccounts } from '../adapters/dynamo/accounts.ts'
import { dynamoAudit } from '../adapters/dynamo/audit.ts'
import { dynamoBrowserSessions } from '../adapters/dynamo/browser-sessions.ts'
import type { Dynamo } from '../adapters/dynamo/client.ts'
import { dynamoCounters } from '../adapters/dynamo/counters.ts'
import { dynamoDeviceLogins } from '../adapters/dynamo/device-logins.ts'
import { dynamoKeys } from '../adapters/dynamo/keys.ts'
import { dynamoLedgerPages } from '../adapters/dynamo/ledger-pages.ts'
import { dynamoMembers } from '../adapters/dynamo/members.ts'
import { dynamoPeople } from '../adapters/dynamo/people.ts'
import { dynamoSavings } from '../adapters/dynamo/savings.ts'
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
