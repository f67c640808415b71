// A desk over stores in memory, for commands that need no tables.

import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'
import type { Desk } from '../../../bin/operator/desk/desk.ts'
import type { Account } from '../../../core/access/account.ts'
import { memoryAccounts } from '../../../testkit/memory/accounts.ts'
import { memoryKeys } from '../../../testkit/memory/keys.ts'
import { memoryLedger } from '../../../testkit/memory/ledger.ts'
import { memoryAudit, memoryMembers, memoryPeople } from '../../../testkit/memory/people.ts'
import { memorySavings } from '../../../testkit/memory/savings.ts'
import { now } from '../../core/access/callers.ts'

/** With these accounts, and nothing else. */
export const memoryDesk = (accounts: readonly Account[] = []): Desk => ({
  accounts: memoryAccounts(new Map(accounts.map((account) => [account.accountId, account]))),
  keys: memoryKeys(),
  ledger: memoryLedger(),
  months: { accounts: async () => [], owners: async () => [], pages: async function* () {} },
  pages: { month: async () => ({ receipts: [] }), session: async () => ({ receipts: [] }) },
  savings: memorySavings(),
  people: memoryPeople(),
  members: memoryMembers(),
  audit: memoryAudit(),
  dashboardUrl: async () => undefined,
  storeClock: async () => now,
  createTables: async () => 'operator-',
  restoreTables: async () => [],
  wait: async () => {},
  now,
  random32: () => randomBytes(32),
  newId: ulid,
})
