// The dashboard's function is granted exactly what its stores send: these actions on these tables and indexes, and, where its
// role is bound to attributes, no attribute beyond them.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dynamoAccountSettings } from '../../adapters/dynamo/account-settings.ts'
import { dynamoAudit } from '../../adapters/dynamo/audit.ts'
import { dynamoBrowserSessions } from '../../adapters/dynamo/browser-sessions.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoKeys } from '../../adapters/dynamo/keys.ts'
import { dynamoLedgerPages } from '../../adapters/dynamo/ledger-pages.ts'
import { dynamoMembers } from '../../adapters/dynamo/members.ts'
import { dynamoPeople } from '../../adapters/dynamo/people.ts'
import { dynamoSavings } from '../../adapters/dynamo/savings.ts'
import { tableName } from '../../adapters/dynamo/tables.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import { newServiceKey } from '../../core/access/issue.ts'
import { newSession, pendingExpiry } from '../../core/people/browser-session.ts'
import { newInvitation } from '../../core/people/invitation.ts'
import { foldReceipts } from '../../core/savings/fold-receipts.ts'
import type { Ports } from '../../dashboard/ports.ts'
import { dashboardGrants } from '../../lib/dashboard/access.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'
import { dynamoStores, testDynamo } from '../contract/dynamo-stores.ts'

const prefix = 'grants-'
const now = Date.parse('2026-11-21T10:00:00.000Z')
const at = new Date(now).toISOString()
const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'

type Stores = Pick<
  Ports,
  'people' | 'members' | 'browserSessions' | 'audit' | 'keys' | 'accounts' | 'savings' | 'ledger'
>

const storesOf = (dynamo: Dynamo): Stores => ({
  people: dynamoPeople(dynamo),
  members: dynamoMembers(dynamo),
  browserSessions: dynamoBrowserSessions(dynamo),
  audit: dynamoAudit(dynamo),
  keys: dynamoKeys(dynamo),
  accounts: dynamoAccountSettings(dynamo),
  savings: dynamoSavings(dynamo),
  ledger: dynamoLedgerPages(dynamo),
})

/** Every method of every store, called at least once. */
const everyCall = async (stores: Stores): Promise<void> => {
  const { people, members, browserSessions, audit, keys, accounts, savings, ledger } = stores
  const person = {
    personId: 'ana',
    issuer: 'https://id.example',
    subject: 'ana',
    emailVerified: true,
    lastSignInAt: at,
  }
  await people.put(person)
  await people.find('ana')
  await members.put({ accountId: 'acme', personId: 'ana', role: 'owner', since: at })
  await members.find('acme', 'ana')
  await members.list('acme')
  await members.ofPerson('ana')
  const { invitation } = newInvitation('acme', 'viewer', new Uint8Array(32), now)
  await members.invite(invitation)
  await members.invitation('acme', invitation.secretHash, now)
  await members.take('acme', invitation.secretHash)
  await members.remove('acme', 'ana')
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
  await accounts.find('acme')
  await accounts.change('acme', { compaction: { mode: 'observe', compressor: 'auto' }, prices: { a: 1 } })
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

/** The attributes that a request names, as DynamoDB counts them for a role. */
const attributesOf = (input: Readonly<Record<string, unknown>>): readonly string[] => {
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

describe('what the dashboard sends to its tables', () => {
  let embedded: EmbeddedDynamo
  let dynamo: Dynamo
  const sent: Sent[] = []

  beforeAll(async () => {
    embedded = await openEmbeddedDynamo()
    dynamo = testDynamo(embedded.endpoint, prefix)
    await dynamoStores(dynamo)
    await foldReceipts(dynamoSavings(dynamo), [
      { receipt: aReceipt({ accountId: 'acme', sessionId, receivedAt: at }), shardId: 's', sequence: '1', at: 0 },
    ])
    dynamo.documents.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          const input: Readonly<Record<string, unknown>> = { ...args.input }
          const [batched] = Object.keys(input.RequestItems ?? {})
          const index = input.IndexName === undefined ? '' : '/index'
          sent.push({
            where: `${String(input.TableName ?? batched)}${index}`,
            action: String(commandName).replace(/Command$/, ''),
            attributes: attributesOf(input),
          })
          return next(args)
        },
      { step: 'initialize' },
    )
    await everyCall(storesOf(dynamo))
  }, 60_000)
  afterAll(async () => {
    dynamo.close()
    await embedded.close()
  })

  it('is what it is allowed to send', () => {
    const where = ({ table, index }: (typeof dashboardGrants)[number]) =>
      `${tableName(prefix, table)}${index ? '/index' : ''}`
    const granted = dashboardGrants.flatMap((grant) => grant.actions.map((action) => `${action} ${where(grant)}`))
    expect([...new Set(sent.map(({ action, where: place }) => `${action} ${place}`))].sort()).toEqual(granted.sort())
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
