// An account as its people see and change it. Everything throws `StoreUnreachable`.

import type { AccountSettings } from '../access/account.ts'
import type { CompactionPolicy } from '../access/policy.ts'

/** What an owner may change. What the operator decides (access, entitlements, limits) is not among it. */
export interface SettingsChange {
  readonly compaction: CompactionPolicy
  readonly prices: Readonly<Record<string, number>>
}

export interface AccountSettingsStore {
  find(accountId: string): Promise<AccountSettings | undefined>
  /** Writes both. False when there is no such account. */
  change(accountId: string, change: SettingsChange): Promise<boolean>
}
