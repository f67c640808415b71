// Accounts in memory: the same port and records as the adapter, proven by the same contract.

import type { AccountChanges, AccountRecords } from '../../adapters/dynamo/accounts/accounts.ts'
import type { Account, Limits } from '../../core/access/account.ts'
import type { CompactionPolicy } from '../../core/access/policy.ts'
import { defined } from '../../core/collections/defined.ts'

/** What a field is after a change: `null` takes it away, nothing leaves it. */
const after = (before: number | undefined, change: number | null | undefined): number | undefined =>
  change === undefined ? before : (change ?? undefined)

const limitsAfter = (limits: Limits, changes: AccountChanges): Limits => {
  const requestsPerMinute = after(limits.requestsPerMinute, changes.requestsPerMinute)
  const tokensPerMinute = after(limits.tokensPerMinute, changes.tokensPerMinute)
  return {
    ...defined({ requestsPerMinute, tokensPerMinute }),
  }
}

const compactionAfter = (before: CompactionPolicy, changes: AccountChanges) => {
  const rate = after(before.rate, changes.rate)
  return {
    mode: changes.mode ?? before.mode,
    compressor: changes.compressor ?? before.compressor,
    ...defined({
      rate,
      fileReads: changes.fileReads ?? before.fileReads,
      observations: changes.observations ?? before.observations,
      serverResults: changes.serverResults === undefined ? before.serverResults : [...changes.serverResults],
    }),
  }
}

/** Several of them over one `items` are replicas of one store. */
export const memoryAccounts = (items: Map<string, Account> = new Map()): AccountRecords => ({
  async find(accountId) {
    return items.get(accountId)
  },
  async put(account) {
    if (items.has(account.accountId)) return false
    items.set(account.accountId, account)
    return true
  },
  async remove(accountId) {
    return items.delete(accountId)
  },
  async update(accountId, changes) {
    const account = items.get(accountId)
    if (account === undefined) return undefined
    const updated: Account = {
      ...account,
      apiAccess: changes.apiAccess ?? account.apiAccess,
      entitlements: changes.entitlements ?? account.entitlements,
      limits: limitsAfter(account.limits, changes),
      compaction: compactionAfter(account.compaction, changes),
      ...defined({ prices: changes.prices ?? account.prices }),
    }
    items.set(accountId, updated)
    return updated
  },
})
