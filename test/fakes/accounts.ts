// Accounts in memory: the same port and records as the adapter, proven by the same contract.

import type { AccountRecords } from '../../adapters/dynamo/accounts.ts'
import type { Account } from '../../core/access/account.ts'

const withField = <Fields extends object>(fields: Fields, name: string, value: number | null | undefined): Fields => {
  if (value === undefined) return fields
  const rest = Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name))
  return Object.assign(rest, value === null ? {} : { [name]: value }) as Fields
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
  async update(accountId, changes) {
    const account = items.get(accountId)
    if (account === undefined) return undefined
    const { requestsPerMinute, tokensPerMinute, rate } = changes
    const limits = withField(account.limits, 'requestsPerMinute', requestsPerMinute)
    const updated: Account = {
      ...account,
      apiAccess: changes.apiAccess ?? account.apiAccess,
      entitlements: changes.entitlements ?? account.entitlements,
      limits: withField(limits, 'tokensPerMinute', tokensPerMinute),
      compaction: {
        ...withField(account.compaction, 'rate', rate),
        mode: changes.mode ?? account.compaction.mode,
        compressor: changes.compressor ?? account.compaction.compressor,
      },
    }
    items.set(accountId, updated)
    return updated
  },
})
