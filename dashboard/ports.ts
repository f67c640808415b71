// Everything that the dashboard needs of the world. Adapters implement it; test/contract proves the stores.

import type { ServiceKey } from '../core/access/account.ts'
import type { LedgerPages } from '../core/ledger/pages.ts'
import type { AccountSettingsStore } from '../core/people/account-settings-store.ts'
import type { Identity } from '../core/people/identity.ts'
import type { AuditStore, BrowserSessionStore, MemberStore, PersonStore } from '../core/people/stores.ts'
import type { Log } from '../core/runtime/log.ts'
import type { SavingsReader } from '../core/savings/store.ts'

export interface Settings {
  /** The dashboard's own origin. */
  readonly dashboardUrl: string
  /** The service's base URL, for what is shown to be pasted. */
  readonly baseUrl: string
  /** Whom to ask for API access: shown where it is missing. */
  readonly operatorContact?: string
}

export interface KeyBook {
  put(key: ServiceKey): Promise<boolean>
  listByAccount(accountId: string): Promise<readonly ServiceKey[]>
  revoke(keyId: string, now: number): Promise<ServiceKey | undefined>
}

/** What is built of dashboard/page. */
export interface Page {
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
  readonly savings: SavingsReader
  readonly ledger: LedgerPages
  readonly identity: Identity
  readonly page: Page
  readonly settings: Settings
  readonly log: Log
  readonly random32: () => Uint8Array
  /** A ULID of this moment, in milliseconds since the epoch. */
  readonly newId: (now: number) => string
}
