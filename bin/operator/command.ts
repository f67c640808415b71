// The parts of a command. Knows no single command.

import type { AccountRecords } from '../../adapters/dynamo/accounts/accounts.ts'
import type { KeyRecords } from '../../adapters/dynamo/accounts/keys.ts'
import type { LedgerRecords } from '../../adapters/dynamo/ledger/ledger.ts'
import type { LedgerMonths } from '../../adapters/dynamo/ledger/ledger-months.ts'
import type { SavingsRecords } from '../../adapters/dynamo/ledger/savings.ts'
import type { RestoredTable, RestoreRequest } from '../../adapters/dynamo/tables/restore-tables.ts'
import type { LedgerPages } from '../../core/ledger/pages.ts'
import type { AuditStore, MemberStore, PersonStore } from '../../core/people/stores.ts'
import type { Output } from './output.ts'

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
  readonly restoreTables: (request: RestoreRequest) => Promise<readonly RestoredTable[]>
  readonly wait: (milliseconds: number) => Promise<void>
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly random32: () => Uint8Array
  /** An id that sorts by its time, in milliseconds since the epoch. */
  readonly newId: (now: number) => string
}

/** The options that were given, by name. */
export type Given = Readonly<Record<string, string | undefined>>

export interface Command {
  /** One or two words. */
  readonly words: readonly string[]
  /** The one word that follows them, as the usage shows it; absent if there is none. */
  readonly argument?: string
  /** What the command does, as one sentence of the usage. */
  readonly does: string
  /** Each option with its value, as the usage shows it. */
  readonly options: Readonly<Record<string, string>>
  readonly required?: readonly string[]
  /** Options without a value; `given` holds a text for each that was given. */
  readonly flags?: readonly string[]
  /** Whether the argument may be left out. */
  readonly argumentIsOptional?: true
  /** More than a sentence, for `COMMAND --help`. */
  readonly explains?: string
  /** `argument` is empty if the command has none. Throws `Refused` or `UsageFault`. */
  run(argument: string, given: Given, desk: Desk): Promise<Output>
}
