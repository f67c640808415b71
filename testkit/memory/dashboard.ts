// The dashboard over stores in memory, with people in every position that somebody can be in.

import { randomBytes } from 'node:crypto'
import type { Account, ServiceKey } from '../../core/access/account.ts'
import { newAccount } from '../../core/access/keys/issue.ts'
import { defined } from '../../core/collections/defined.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { withChange } from '../../core/people/account-settings-store.ts'
import { newSession } from '../../core/people/browser-session.ts'
import type { Identity } from '../../core/people/identity.ts'
import { personIdOf } from '../../core/people/person.ts'
import { defaultPersonalPolicy } from '../../core/people/personal-account.ts'
import type { Role } from '../../core/people/roles.ts'
import { handle } from '../../dashboard/handle.ts'
import type { Answer, Asked } from '../../dashboard/http.ts'
import type { Ports } from '../../dashboard/ports.ts'
import { memoryAccounts } from './accounts.ts'
import { memoryCounters } from './counters.ts'
import { memoryKeys } from './keys.ts'
import { memoryAudit, memoryBrowserSessions, memoryDeviceLogins, memoryMembers, memoryPeople } from './people.ts'
import { memorySavings } from './savings.ts'

export const dashboardUrl = 'https://compaction.example.com'
export const now = Date.parse('2026-11-21T22:45:10.000Z')
export const positions = ['viewer', 'developer', 'owner', 'stranger', 'person'] as const
export type Position = (typeof positions)[number]

const nobody: Identity = {
  leave: async () => ({ url: 'https://issuer.example/auth', state: 's', nonce: 'n', verifier: 'v' }),
  return: async () => {
    throw new Error('Nobody came back.')
  },
  signOutUrl: async () => 'https://issuer.example/out',
}

const account = (accountId: string, kind: Account['kind'], more: Partial<Account> = {}): Account => ({
  ...newAccount(accountId, kind, randomBytes(32), now - 90 * 86_400_000),
  ...more,
})

const settingsOver = (accounts: Map<string, Account>): Ports['accounts'] => ({
  async find(accountId) {
    const found = accounts.get(accountId)
    if (found === undefined) return undefined
    const { chainSecret: _, ...settings } = found
    return settings
  },
  async change(accountId, change) {
    const found = accounts.get(accountId)
    if (found === undefined) return false
    const { prices = found.prices } = change
    accounts.set(accountId, { ...found, compaction: withChange(found.compaction, change), ...defined({ prices }) })
    return true
  },
})

const pagesOver = (receipts: readonly Receipt[]): Ports['ledger'] => {
  const page = (wanted: (receipt: Receipt) => boolean, limit: number, before = '~') => {
    const all = receipts
      .filter((receipt) => wanted(receipt) && receipt.exchangeId < before)
      .sort((one, other) => (one.exchangeId < other.exchangeId ? 1 : -1))
    const found = all.slice(0, limit)
    const last = found.at(-1)
    return { receipts: found, ...(all.length > limit && last !== undefined ? { next: last.exchangeId } : {}) }
  }
  return {
    month: async (accountId, month, limit, before) =>
      page((one) => one.accountId === accountId && one.receivedAt.startsWith(month), limit, before),
    session: async (accountId, sessionId, limit, before) =>
      page((one) => one.accountId === accountId && one.sessionId === sessionId, limit, before),
  }
}

export interface DashboardInMemory {
  readonly ports: Ports
  readonly accounts: Map<string, Account>
  readonly keys: Map<string, ServiceKey>
  readonly personIds: Readonly<Record<Position, string>>
  /** The cookie of each position's session. */
  readonly cookies: Readonly<Record<Position, string>>
  ask(request: Partial<Omit<Asked, 'body'>> & { readonly body?: unknown; readonly as?: Position }): Promise<Answer>
}

const memberships: readonly (readonly [Position, accountId: string, Role])[] = [
  ['viewer', 'acme', 'viewer'],
  ['developer', 'acme', 'developer'],
  ['owner', 'acme', 'owner'],
  ['stranger', 'other', 'owner'],
  ['person', 'p-own', 'owner'],
]

const issuer = 'https://issuer.example'
const perPosition = <Value>(of: (position: Position) => Value): Readonly<Record<Position, Value>> =>
  Object.fromEntries(positions.map((position) => [position, of(position)])) as Record<Position, Value>

/** Stores with a person in every position, a membership and a session of each. */
const peopledStores = async (personIds: Readonly<Record<Position, string>>, cookies: DashboardInMemory['cookies']) => {
  const people = memoryPeople()
  const members = memoryMembers()
  const browserSessions = memoryBrowserSessions()
  const since = new Date(now).toISOString()
  for (const [position, accountId, role] of memberships) {
    const personId = personIds[position]
    const email = `${position}@example.com`
    const person = { personId, issuer, subject: position, email, emailVerified: true, name: position }
    await people.put({ ...person, lastSignInAt: since })
    await members.add({ accountId, personId, role, since })
    await browserSessions.start(newSession(cookies[position], personId, now - 60_000))
  }
  return { people, members, browserSessions }
}

const numbered = (): (() => string) => {
  let ids = 0
  return () => {
    ids += 1
    return `01${String(ids).padStart(24, '0')}`
  }
}

/** `acme` has a member in every role, `other` one member, and a person has an account of their own. */
export const dashboardInMemory = async (
  change: Partial<Ports> = {},
  receipts: readonly Receipt[] = [],
): Promise<DashboardInMemory> => {
  const accounts = new Map([
    ['acme', account('acme', 'organization', { apiAccess: true, entitlements: ['proxy', 'compress'] })],
    ['other', account('other', 'organization')],
    ['p-own', account('p-own', 'personal', { entitlements: ['proxy'] })],
  ])
  const keys = new Map<string, ServiceKey>()
  const personIds = perPosition((position) => personIdOf(issuer, position))
  const cookies = perPosition((position) => `cookie-of-${position}`)
  const ports: Ports = {
    ...(await peopledStores(personIds, cookies)),
    audit: memoryAudit(),
    keys: memoryKeys(keys),
    accounts: settingsOver(accounts),
    newAccounts: memoryAccounts(accounts),
    deviceLogins: memoryDeviceLogins(),
    counters: memoryCounters(),
    savings: memorySavings(),
    ledger: pagesOver(receipts),
    identity: nobody,
    page: {
      cli: { version: '1.2.3', script: '#!/usr/bin/env node\n', estimate: () => 'export {}\n' },
      html: '<!doctype html><title>Page</title>',
      assets: new Map([['a.js', { type: 'text/javascript', body: '1' }]]),
    },
    settings: { dashboardUrl, baseUrl: 'https://service.example.com', personal: defaultPersonalPolicy },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    random32: () => randomBytes(32),
    wait: async () => {},
    newId: numbered(),
    ...change,
  }
  return {
    ports,
    accounts,
    keys,
    personIds,
    cookies,
    async ask({ as, body, headers, ...request }) {
      return handle(
        {
          method: 'GET',
          path: '/',
          query: new URLSearchParams(),
          headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
          cookies: as === undefined ? [] : [`__Host-session=${cookies[as]}`],
          body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
          address: '192.0.2.1',
          now,
          ...request,
        },
        ports,
      )
    },
  }
}

/** The document of an answer. */
export const documentOf = ({ body }: Answer): ReturnType<typeof JSON.parse> => JSON.parse(String(body))
