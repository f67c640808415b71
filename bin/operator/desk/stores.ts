// What the commands read and write, in the tables of one DynamoDB.

import { dynamoAccounts } from '../../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../../adapters/dynamo/accounts/keys.ts'
import type { Dynamo } from '../../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { dynamoLedgerMonths } from '../../../adapters/dynamo/ledger/ledger-months.ts'
import { dynamoLedgerPages } from '../../../adapters/dynamo/ledger/ledger-pages.ts'
import { dynamoSavings } from '../../../adapters/dynamo/ledger/savings.ts'
import { dynamoAudit } from '../../../adapters/dynamo/people/audit.ts'
import { dynamoMembers } from '../../../adapters/dynamo/people/members.ts'
import { dynamoPeople } from '../../../adapters/dynamo/people/people.ts'
import { storeClock } from '../../../adapters/dynamo/tables/store-clock.ts'
import type { DeskStores } from './desk.ts'

export const deskStores = (dynamo: Dynamo): DeskStores => ({
  accounts: dynamoAccounts(dynamo),
  keys: dynamoKeys(dynamo),
  ledger: dynamoLedger(dynamo),
  months: dynamoLedgerMonths(dynamo),
  pages: dynamoLedgerPages(dynamo),
  savings: dynamoSavings(dynamo),
  people: dynamoPeople(dynamo),
  members: dynamoMembers(dynamo),
  audit: dynamoAudit(dynamo),
  storeClock: () => storeClock(dynamo),
})
