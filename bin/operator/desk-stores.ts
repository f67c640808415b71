// What the commands read and write, in the tables of one DynamoDB.

import { dynamoAccounts } from '../../adapters/dynamo/accounts.ts'
import { dynamoAudit } from '../../adapters/dynamo/audit.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoKeys } from '../../adapters/dynamo/keys.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger.ts'
import { dynamoLedgerMonths } from '../../adapters/dynamo/ledger-months.ts'
import { dynamoLedgerPages } from '../../adapters/dynamo/ledger-pages.ts'
import { dynamoMembers } from '../../adapters/dynamo/members.ts'
import { dynamoPeople } from '../../adapters/dynamo/people.ts'
import { dynamoSavings } from '../../adapters/dynamo/savings.ts'
import { storeClock } from '../../adapters/dynamo/store-clock.ts'
import type { DeskStores } from './command.ts'

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
