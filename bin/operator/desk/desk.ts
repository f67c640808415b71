// What commands act on and with: the tables of a deployment, its clock, and randomness.

import type { AccountRecords } from '../../../adapters/dynamo/accounts/accounts.ts'
import type { KeyRecords } from '../../../adapters/dynamo/accounts/keys.ts'
import type { LedgerRecords } from '../../../adapters/dynamo/ledger/ledger.ts'
import type { LedgerMonths } from '../../../adapters/dynamo/ledger/ledger-months.ts'
import type { SavingsRecords } from '../../../adapters/dynamo/ledger/savings.ts'
import type { RestoredTable, RestoreRequest } from '../../../adapters/dynamo/tables/restore-tables.ts'
import type { LedgerPages } from '../../../core/ledger/pages.ts'
import type { AuditStore, MemberStore, PersonStore } from '../../../core/people/stores.ts'

/** What of a deployment's tables commands read and write. */
export interface DeskStores {
  readonly accounts: AccountRecords
  readonly keys: KeyRecords
  readonly ledger: LedgerRecords
  readonly months: LedgerMonths
  readonly pages: LedgerPages
  readonly savings: SavingsRecords
  readonly people: PersonStore
  readonly members: MemberStore
  readonly audit: AuditStore
  /** The time of the tables, in milliseconds since the epoch. */
  readonly storeClock: () => Promise<number>
}

/** The stores, the clock and the randomness that commands use. */
export interface Desk extends DeskStores {
  /** Where people sign in, as far as it is known. */
  readonly dashboardUrl: () => Promise<string | undefined>
  /** Makes the tables that are not there, and resolves with the prefix of all. Throws `Refused` where a stack makes them. */
  readonly createTables: () => Promise<string>
  readonly restoreTables: (request: RestoreRequest) => Promise<readonly RestoredTable[]>
  readonly wait: (milliseconds: number) => Promise<void>
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly random32: () => Uint8Array
  /** An id that sorts by its time, in milliseconds since the epoch. */
  readonly newId: (now: number) => string
}
