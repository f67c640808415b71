// The contracts on the stores in memory. Unit tests may use these stores because they pass here.

import { describe } from 'vitest'
import type { Account, ServiceKey } from '../../core/access/account.ts'
import type { StoredRecord } from '../../core/chain/store.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { memoryAccounts } from '../../testkit/memory/accounts.ts'
import { memoryChains } from '../../testkit/memory/chains.ts'
import { memoryCounters } from '../../testkit/memory/counters.ts'
import { memoryKeys } from '../../testkit/memory/keys.ts'
import { memoryLedger } from '../../testkit/memory/ledger.ts'
import { memorySavings, newMemorySavings } from '../../testkit/memory/savings.ts'
import { type Stores, storesContract } from './stores.ts'

describe('in memory', () => {
  const keys = new Map<string, ServiceKey>()
  const accounts = new Map<string, Account>()
  const tats = new Map<string, number>()
  const receipts = new Map<string, Receipt>()
  const records = new Map<string, StoredRecord>()
  const sums = newMemorySavings()
  const stores: Stores = {
    keys: () => memoryKeys(keys),
    accounts: () => memoryAccounts(accounts),
    counters: () => memoryCounters(tats),
    ledger: () => memoryLedger(receipts),
    savings: () => memorySavings(sums),
    chains: () => memoryChains(records),
  }
  storesContract(() => stores)
})
