// Everything that the dashboard needs of the world. Adapters implement it; test/contract proves the stores.

import type { Account, ServiceKey } from '../core/access/account.ts'
import type { KeyStore } from '../core/access/keys/stores.ts'
import type { CounterStore } from '../core/access/limits/counters.ts'
import type { LedgerPages } from '../core/ledger/pages.ts'
import type { AccountSettingsStore } from '../core/people/account-settings-store.ts'
import type { Identity } from '../core/people/identity.ts'
import type { TokenBook } from '../core/people/person-tokens.ts'
import type { PersonalPolicy } from '../core/people/personal-account.ts'
import type {
  AuditStore,
  BrowserSessionStore,
  DeviceLoginStore,
  MemberStore,
  PersonStore,
} from '../core/people/stores.ts'
import type { Log } from '../core/runtime/log.ts'
import type { SavingsReader } from '../core/savings/store.ts'

export interface Settings {
  /** The dashboard's own origin. */
  readonly dashboardUrl: string
  /** The service's base URL, for what is shown to be pasted. */
  readonly baseUrl: string
  /** Whom to ask for API access: shown where it is missing. */
  readonly operatorContact?: string
  /** What everybody may have who signs in. */
  readonly personal: PersonalPolicy
}

export interface KeyBook extends KeyStore, TokenBook {
  put(key: ServiceKey): Promise<boolean>
  revoke(keyId: string, now: number): Promise<ServiceKey | undefined>
}

/** What is built of cli/. */
export interface CommandLine {
  readonly version: string
  readonly script: string
  /** The script beside it that `estimate` loads. */
  readonly estimate: () => string
}

/** What is built of dashboard/page, and the command line that is served beside it. */
export interface Page {
  readonly cli: CommandLine
  readonly html: string
  /** By path, below `/assets/`. Their names change with their content. */
  readonly assets: ReadonlyMap<string, { readonly type: string; readonly body: string }>
}

export interface Ports {
  readonly people: PersonStore
  readonly members: MemberStore
  readonly browserSessions: BrowserSessionStore
  readonly audit: AuditStore
  readonly keys: KeyBook
  readonly accounts: AccountSettingsStore
  /** Makes an account, and changes none. */
  readonly newAccounts: { put(account: Account): Promise<boolean> }
  readonly deviceLogins: DeviceLoginStore
  readonly counters: CounterStore
  readonly savings: SavingsReader
  readonly ledger: LedgerPages
  readonly identity: Identity
  readonly page: Page
  readonly settings: Settings
  readonly log: Log
  readonly random32: () => Uint8Array
  readonly wait: (milliseconds: number) => Promise<void>
  /** A ULID of this moment, in milliseconds since the epoch. */
  readonly newId: (now: number) => string
}
