// The contracts, run on the stores in memory: unit tests may use these stores because they pass.

import { describe } from 'vitest'
import type { Account, ServiceKey } from '../../core/access/account.ts'
import type { StoredRecord } from '../../core/chain/record/store.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import type { AuditEvent } from '../../core/people/audit.ts'
import type { BrowserSession, PendingSignIn } from '../../core/people/browser-session.ts'
import type { DeviceLogin } from '../../core/people/device-login.ts'
import type { Invitation } from '../../core/people/invitation.ts'
import type { Person } from '../../core/people/person.ts'
import type { Member } from '../../core/people/stores.ts'
import { memoryAccounts } from '../../testkit/memory/accounts.ts'
import { memoryChains } from '../../testkit/memory/chains.ts'
import { memoryCounters } from '../../testkit/memory/counters.ts'
import { memoryKeys } from '../../testkit/memory/keys.ts'
import { memoryLedger } from '../../testkit/memory/ledger.ts'
import {
  memoryAudit,
  memoryBrowserSessions,
  memoryDeviceLogins,
  memoryMembers,
  memoryPeople,
} from '../../testkit/memory/people.ts'
import { memorySavings, newMemorySavings } from '../../testkit/memory/savings.ts'
import { type Stores, storesContract } from './stores.ts'

describe('stores in memory', () => {
  const keys = new Map<string, ServiceKey>()
  const accounts = new Map<string, Account>()
  const tats = new Map<string, number>()
  const receipts = new Map<string, Receipt>()
  const records = new Map<string, StoredRecord>()
  const people = new Map<string, Person>()
  const members = new Map<string, Member>()
  const invitations = new Map<string, Invitation>()
  const sessions = new Map<string, BrowserSession>()
  const signIns = new Map<string, PendingSignIn>()
  const logins = new Map<string, DeviceLogin>()
  const events = new Map<string, AuditEvent>()
  const sums = newMemorySavings()
  const stores: Stores = {
    keys: () => memoryKeys(keys),
    accounts: () => memoryAccounts(accounts),
    counters: () => memoryCounters(tats),
    ledger: () => memoryLedger(receipts),
    people: () => memoryPeople(people),
    members: () => memoryMembers(members, invitations),
    browserSessions: () => memoryBrowserSessions(sessions, signIns),
    deviceLogins: () => memoryDeviceLogins(logins),
    audit: () => memoryAudit(events),
    savings: () => memorySavings(sums),
    chains: () => memoryChains(records),
  }
  storesContract(() => stores)
})
