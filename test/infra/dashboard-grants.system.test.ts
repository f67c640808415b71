// The dashboard's function is granted exactly what its stores send: these actions on these tables and indexes, and, where its
// role is bound to attributes, no attribute beyond them.

import { beforeAll, describe, expect, it } from 'vitest'
import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoSavings } from '../../adapters/dynamo/ledger/savings.ts'
import { tableName } from '../../adapters/dynamo/tables/tables.ts'
import { newAccount, newServiceKey } from '../../core/access/keys/issue.ts'
import { requestCharge } from '../../core/access/limits/gcra.ts'
import { newSession, pendingExpiry } from '../../core/people/browser-session.ts'
import { newInvitation } from '../../core/people/invitation.ts'
import { defaultPersonalPolicy, newPersonalAccount } from '../../core/people/personal-account.ts'
import { foldReceipts } from '../../core/savings/fold-receipts.ts'
import { type DashboardStores, dashboardStores } from '../../lambdas/dashboard-stores.ts'
import { dashboardLook } from '../../lib/costs/assumptions.ts'
import { dashboardGrants } from '../../lib/dashboard/access.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { hearing } from '../../testkit/hearing.ts'
import { dashboardInMemory } from '../../testkit/memory/dashboard.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'
import { openTestTables } from '../contract/dynamo-stores.ts'

const prefix = 'grants-'
const now = Date.parse('2026-11-21T10:00:00.000Z')
const at = new Date(now).toISOString()
const lookedAt = Date.parse('2026-11-21T22:45:10.000Z')
const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'

/** Every method of every store, called at least once. */
const everyCall = async (stores: DashboardStores): Promise<void> => {
  const { people, members, browserSessions, audit, keys, accounts, savings, ledger } = stores
  const { newAccounts, counters, deviceLogins } = stores
  const person = {
    personId: 'ana',
    issuer: 'https://id.example',
    subject: 'ana',
    emailVerified: true,
    lastSignInAt: at,
  }
  await people.put(person)
  await people.find('ana')
  await members.add({ accountId: 'acme', personId: 'ana', role: 'owner', since: at })
  await members.change({ accountId: 'acme', personId: 'ana', role: 'owner', since: at }, { role: 'owner' })
  await members.change(
    { accountId: 'acme', personId: 'ana', role: 'viewer', since: at },
    { role: 'owner', otherOwner: 'ben' },
  )
  await members.find('acme', 'ana')
  await members.list('acme')
  await members.ofPerson('ana')
  const { invitation } = newInvitation({ accountId: 'acme', createdAt: at }, 'viewer', new Uint8Array(32), now)
  await members.invite(invitation)
  await members.invitation('acme', invitation.secretHash, now)
  await members.take('acme', invitation.secretHash)
  await members.accept(invitation.secretHash, { accountId: 'acme', personId: 'ben', role: 'viewer', since: at })
  await members.remove('acme', 'ana', { role: 'owner', otherOwner: 'ben' })
  await members.remove('acme', 'ana', { role: 'owner' })
  await browserSessions.startSignIn({
    ...{ sessionHash: 'leaving', state: 's', nonce: 'n', verifier: 'v', to: '/' },
    expiresAt: pendingExpiry(now),
  })
  await browserSessions.takeSignIn('leaving')
  const session = newSession('cookie', 'ana', now)
  await browserSessions.start(session)
  await browserSessions.find(session.sessionHash)
  await browserSessions.touch(session.sessionHash, now)
  await browserSessions.end(session.sessionHash)
  const done = {
    accountId: 'acme',
    eventId: '01',
    at,
    personId: 'ana',
    by: 'Ana',
    action: 'key-generated',
    target: 'k',
  }
  await audit.put({ ...done, action: 'key-generated' })
  await audit.list('acme', '2026-11')
  const { key } = newServiceKey('acme', new Uint8Array(32), now, { label: 'one', createdBy: 'ana' })
  await keys.put(key)
  await keys.listByAccount('acme')
  await keys.revoke(key.keyId, now)
  await keys.revokeByHash(key.keyHash, now)
  await keys.find(key.keyHash)
  await keys.touch(key.keyHash, now, at)
  await accounts.find('acme')
  await accounts.change('acme', { mode: 'observe', compressor: 'auto', rate: null, prices: { a: 1 } })
  await newAccounts.put(newPersonalAccount('a'.repeat(26), defaultPersonalPolicy, new Uint8Array(32), now))
  const charge = requestCharge('device#127.0.0.1', 1)
  for (let call = 0; call < 3; call += 1) await counters.take(charge, now * 1000)
  const waiting = {
    deviceCodeHash: 'code',
    userCodeHash: 'user',
    device: 'laptop',
    program: 'a program',
    address: '::1',
  }
  const expiresAt = new Date(now + 600_000).toISOString()
  await deviceLogins.start({ ...waiting, requestedAt: at, status: 'pending', expiresAt })
  await deviceLogins.findByUserCode('user')
  await deviceLogins.poll('code', now)
  await deviceLogins.decide('code', { status: 'approved', personId: 'ana', accountId: 'acme' }, now)
  await deviceLogins.take('code')
  await savings.parts('acme#2026-11#days')
  await savings.session('acme', sessionId)
  await savings.sessions('acme', { newestMonth: '2026-11', oldestMonth: '2026-11' })
  await ledger.month('acme', '2026-11', 10)
  await ledger.session('acme', sessionId, 10)
}

interface Sent {
  readonly where: string
  readonly action: string
  readonly attributes: readonly string[]
}

type Input = Readonly<Record<string, unknown>>

/** What a request needs leave for: a transaction is not an action itself, each of its writes is one. */
const actionsOf = (operation: string, input: Input): readonly (readonly [action: string, Input])[] => {
  if (operation !== 'TransactWriteItems') return [[operation, input]]
  const writes = input.TransactItems as readonly Readonly<Record<string, Input>>[]
  return writes.flatMap((write) => Object.entries(write).map(([name, each]) => [`${name}Item`, each] as const))
}

/** The attributes that a request names, as DynamoDB counts them for a role. */
const attributesOf = (input: Input): readonly string[] => {
  const words = (text: unknown): string[] => String(text ?? '').match(/[#:]?\b[a-zA-Z]\w*/g) ?? []
  const names = Object.entries(input.ExpressionAttributeNames ?? {})
  const expressions = ['ProjectionExpression', 'UpdateExpression', 'ConditionExpression'].flatMap((name) =>
    words(input[name]),
  )
  const isName = (word: string): boolean =>
    !word.startsWith(':') && !/^(SET|ADD|AND|OR|attribute_\w+|if_not_exists|size)$/.test(word)
  const named = expressions.filter(isName).map((word) => names.find(([name]) => name === word)?.[1] ?? word)
  return [...new Set([...Object.keys(input.Key ?? {}), ...named.map(String)])].sort()
}

/** What the page asks for until its overview stands. */
const look = [
  '/',
  '/api/me',
  ...['overview', 'sessions', 'usage?by=model', 'usage?by=key'].map((path) => `/api/accounts/acme/${path}`),
]

describe('what the dashboard sends to its tables', () => {
  const finallyDo = afterSuite()
  let dynamo: Dynamo
  const sent: Sent[] = []

  beforeAll(async () => {
    const opened = await openTestTables(finallyDo, prefix)
    await dynamoAccounts(opened).put(newAccount('acme', 'organization', new Uint8Array(32), lookedAt))
    await foldReceipts(dynamoSavings(opened), [
      { receipt: aReceipt({ accountId: 'acme', sessionId, receivedAt: at }), shardId: 's', sequence: '1', at: 0 },
    ])
    dynamo = hearing(opened, ({ operation, input: whole }) => {
      for (const [action, input] of actionsOf(operation, whole)) hear(action, input)
    })
    const hear = (action: string, input: Input): void => {
      const [batched] = Object.keys(input.RequestItems ?? {})
      const index = input.IndexName === undefined ? '' : '/index'
      sent.push({ where: `${String(input.TableName ?? batched)}${index}`, action, attributes: attributesOf(input) })
    }
    await everyCall(dashboardStores(dynamo))
  }, 60_000)

  it('is what it is allowed to send', () => {
    const where = ({ table, index }: (typeof dashboardGrants)[number]) =>
      `${tableName(prefix, table)}${index ? '/index' : ''}`
    const granted = dashboardGrants.flatMap((grant) => grant.actions.map((action) => `${action} ${where(grant)}`))
    expect([...new Set(sent.map(({ action, where: place }) => `${action} ${place}`))].sort()).toEqual(granted.sort())
  })

  it('is what a look at the overview is said to cost', async () => {
    const world = await dashboardInMemory(dashboardStores(dynamo))
    const asked = new Date(lookedAt).toISOString()
    const { members, browserSessions } = world.ports
    await members.add({ accountId: 'acme', personId: 'ben', role: 'owner', since: asked })
    await browserSessions.start(newSession('a look', 'ben', lookedAt - 60_000))
    const before = sent.length
    for (const target of look) {
      const [path = '', words = ''] = target.split('?')
      const query = new URLSearchParams(words === '' ? '' : `${words}&from=2026-10-23&to=2026-11-21`)
      const answer = await world.ask({ path, query, cookies: ['__Host-session=a look'], now: lookedAt })
      expect([target, answer.status]).toEqual([target, 200])
    }
    const counted: Record<string, number> = {}
    for (const { action } of sent.slice(before)) counted[action] = (counted[action] ?? 0) + 1
    expect([look.length, counted]).toEqual([dashboardLook.requests, dashboardLook.operations])
  })

  it('names no attribute beyond those that its role is bound to', () => {
    const bound = dashboardGrants.filter(({ attributes }) => attributes !== undefined)
    expect(bound.length).toBeGreaterThan(2)
    for (const { table, actions, attributes = [] } of bound) {
      const mine = sent.filter(({ where, action }) => where === tableName(prefix, table) && actions.includes(action))
      const named = [...new Set(mine.flatMap((one) => one.attributes))].sort()
      expect([table, actions, named]).toEqual([table, actions, [...attributes].sort()])
    }
  })
})
