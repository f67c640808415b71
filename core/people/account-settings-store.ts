// An account as its people see and change it. Everything throws `StoreUnreachable`.

import type { AccountSettings } from '../access/account.ts'
import type { CompactionPolicy } from '../access/policy.ts'

/**
 * What an owner may change, and what of it changes: an absent setting stays as it stands in the table, whatever was read of it. `null`: the
 * compressor picks the rate. What the operator decides (access, entitlements, limits) is not among it.
 */
export interface SettingsChange extends Partial<Omit<CompactionPolicy, 'rate'>> {
  readonly rate?: number | null
  readonly prices?: Readonly<Record<string, number>>
}

/** Settings as they are behind a change. What is not known here stays. */
export const withChange = <Compaction extends object, Rate = number>(
  { rate: before, ...kept }: Compaction & { readonly rate?: Rate },
  { rate: given, prices: _, ...change }: SettingsChange,
) => {
  const rate = given === undefined ? before : given
  return { ...kept, ...change, ...(rate === undefined || rate === null ? {} : { rate }) }
}

export interface AccountSettingsStore {
  find(accountId: string): Promise<AccountSettings | undefined>
  /** Writes what changes, something at least, and nothing else. False when there is no such account. */
  change(accountId: string, change: SettingsChange): Promise<boolean>
}
