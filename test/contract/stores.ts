// What a contract suite runs on: one set of data and any number of independent adapters over it, each a replica.

import { describe } from 'vitest'
import type { AccountRecords } from '../../adapters/dynamo/accounts/accounts.ts'
import type { KeyRecords } from '../../adapters/dynamo/accounts/keys.ts'
import type { LedgerRecords } from '../../adapters/dynamo/ledger/ledger.ts'
import type { SavingsRecords } from '../../adapters/dynamo/ledger/savings.ts'
import type { CounterStore } from '../../core/access/limits/counters.ts'
import type { ChainStore } from '../../core/chain/record/store.ts'
import { accountsContract } from './accounts.ts'
import { chainsContract } from './chains.ts'
import { countersContract } from './counters.ts'
import { keysContract } from './keys.ts'
import { ledgerContract } from './ledger.ts'
import { type PeopleStores, peopleContract } from './people.ts'
import { savingsContract } from './savings.ts'

export interface Stores extends PeopleStores {
  readonly keys: () => KeyRecords
  readonly accounts: () => AccountRecords
  readonly counters: () => CounterStore
  readonly ledger: () => LedgerRecords
  readonly chains: () => ChainStore
  readonly savings: () => SavingsRecords
}

/** Runs every port's suite on one implementation. `stores` is called while the tests run. */
export const storesContract = (stores: () => Stores): void => {
  describe('keys', () => keysContract(() => stores().keys()))
  describe('accounts', () => accountsContract(() => stores().accounts()))
  describe('counters', () => countersContract(() => stores().counters()))
  describe('ledger', () => ledgerContract(() => stores().ledger()))
  describe('people', () => peopleContract(stores))
  describe('savings', () => savingsContract(() => stores().savings()))
  describe('chains', () => chainsContract(() => stores().chains()))
}
