// What a newer version has written, while a deployment was incomplete or before it was taken back: each item is taken as far as it is
// understood. No reader throws, nobody may do more by it, and what is written over it keeps what is not known here.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dynamoAccountSettings } from '../../../adapters/dynamo/accounts/account-settings.ts'
import { dynamoAccounts } from '../../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../../adapters/dynamo/accounts/keys.ts'
import { dynamoChains } from '../../../adapters/dynamo/chains/chains.ts'
import type { Dynamo } from '../../../adapters/dynamo/client.ts'
import { getItem, putItem } from '../../../adapters/dynamo/commands.ts'
import { dynamoCounters } from '../../../adapters/dynamo/counters/counters.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { ledgerKey } from '../../../adapters/dynamo/ledger/ledger-keys.ts'
import { dynamoLedgerMonths } from '../../../adapters/dynamo/ledger/ledger-months.ts'
import { dynamoLedgerPages } from '../../../adapters/dynamo/ledger/ledger-pages.ts'
import { dynamoSavings } from '../../../adapters/dynamo/ledger/savings.ts'
import { dynamoAudit } from '../../../adapters/dynamo/people/audit.ts'
import { dynamoDeviceLogins } from '../../../adapters/dynamo/people/device-logins.ts'
import { dynamoMembers } from '../../../adapters/dynamo/people/members.ts'
import { dynamoPeople } from '../../../adapters/dynamo/people/people.ts'
import { streamedReceipts } from '../../../adapters/dynamo/stream-event.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { type TableId, tableName } from '../../../adapters/dynamo/tables/tables.ts'
import { wireItem } from '../../../adapters/dynamo/wire.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { requestCharge } from '../../../core/access/limits/gcra.ts'
import type { NewerWord } from '../../../core/ledger/receipt.ts'
import { newDeviceLogin } from '../../../core/people/device-login.ts'
import { isGood, newInvitation } from '../../../core/people/invitation.ts'
import { higherRole, permissionsOf } from '../../../core/people/roles.ts'
import { emptyPart, withReceipt } from '../../../core/savings/fold.ts'
import { foldReceipts } from '../../../core/savings/fold-receipts.ts'
import { halfHourPart, halfHoursOwner, sessionKey } from '../../../core/savings/parts.ts'
import { rebuild } from '../../../core/savings/rebuild.ts'
import { testDynamo } from '../../contract/dynamo-stores.ts'
import { account, now, serviceKey } from '../../core/access/callers.ts'
import { aReceipt } from './receipts.ts'

let embedded: EmbeddedDynamo
let dynamo: Dynamo
beforeAll(async () => {
  embedded = await openEmbeddedDynamo()
  dynamo = testDynamo(embedded.endpoint)
  await createTables(dynamo)
})
afterAll(async () => {
  dynamo.close()
  await embedded.close()
})

type Item = Readonly<Record<string, unknown>>

const putRaw = (table: TableId, item: Item) =>
  dynamo.documents.send(putItem({ TableName: tableName(dynamo.tablePrefix, table), Item: { ...item } }))
const rawOf = async (table: TableId, Key: Item) =>
  (await dynamo.documents.send(getItem({ TableName: tableName(dynamo.tablePrefix, table), Key: { ...Key } }))).Item

const random = (): string => randomBytes(6).toString('hex')
const at = new Date(now).toISOString()
const more = { addedLater: { deep: [1, 'two'] } }

describe('a receipt', () => {
  const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'
  const newer = { outcome: 'postponed' as NewerWord, client: 'zed' as NewerWord }
  const written = (accountId: string) => {
    const receipt = aReceipt({ accountId, sessionId, ...newer, reason: 'not-now' })
    const counts = { tokensBefore: 100, tokensAfter: 60, effectiveTokensBefore: 100, effectiveTokensAfter: 60 }
    const item = {
      ...receipt,
      ...counts,
      accountMonth: ledgerKey(receipt),
      accountSession: `${accountId}#${sessionId}`,
    }
    return { receipt: { ...receipt, ...counts }, item: { ...item, ...more } }
  }

  it('is listed beside the others, with the words that it has', async () => {
    const { receipt, item } = written(random())
    const { accountId } = receipt
    const ours = aReceipt({ accountId, exchangeId: '01JBQ8Z0000000000000000001' })
    await putRaw('ledger', item)
    await dynamoLedger(dynamo).put(ours)

    expect(await dynamoLedger(dynamo).month(accountId, '2026-11')).toEqual([receipt, ours])
    expect(await dynamoLedger(dynamo).session(accountId, sessionId)).toEqual([receipt])
    expect((await dynamoLedgerPages(dynamo).month(accountId, '2026-11', 10)).receipts).toEqual([ours, receipt])
  })

  it('is counted with its tokens by the stream and by a rebuild alike, and holds nobody’s up', async () => {
    const { receipt, item } = written(random())
    const { accountId } = receipt
    await putRaw('ledger', item)
    const savings = dynamoSavings(dynamo)
    const Records = [{ eventName: 'INSERT', dynamodb: { NewImage: wireItem(item), SequenceNumber: '1' } }]
    await foldReceipts(savings, streamedReceipts({ Records, shardId: 'shard-1' }))

    const counted = await savings.session(accountId, sessionId)
    expect(counted).toMatchObject({ client: 'zed', sums: { exchanges: 1, outcomes: { postponed: 1 }, gained: 40 } })

    const { pages } = dynamoLedgerMonths(dynamo)
    const ledger = { pages, session: dynamoLedger(dynamo).session }
    const settledThrough = async () => '2026-11-30T00:00:00.000Z'
    expect((await rebuild(savings, ledger, { accountId, fromMonth: '2026-11', settledThrough })).receipts).toBe(1)
    expect(await savings.session(accountId, sessionId)).toEqual(counted)
  })

  it('in the sums keeps its outcome where a receipt of ours is added', async () => {
    const { receipt } = written(random())
    const { accountId } = receipt
    const key = sessionKey(accountId, sessionId)
    const half = { owner: halfHoursOwner(accountId, '2026-11'), part: halfHourPart(receipt.receivedAt) }
    for (const one of [key, half])
      await putRaw('savings', { ...withReceipt(emptyPart(one), receipt), version: 1, ...more })
    const ours = aReceipt({ accountId, sessionId, exchangeId: '01JBQ8Z0000000000000000002' })
    const savings = dynamoSavings(dynamo)
    await foldReceipts(savings, [{ receipt: ours, shardId: 'shard-1', sequence: '2', at: 1_795_300_000 }])

    for (const one of [key, half])
      expect((await savings.find(one))?.part.sums.outcomes).toEqual({ postponed: 1, compacted: 1 })
    expect(await savings.parts(half.owner)).toHaveLength(1)
  })
})

describe('a member', () => {
  it('with a role that is not known here is there, and may do nothing', async () => {
    const [accountId, ana, ben] = [random(), random(), random()]
    const members = dynamoMembers(dynamo)
    const newer = { accountId, personId: ana, role: 'auditor', since: at, ...more }
    await putRaw('members', newer)
    await members.add({ accountId, personId: ben, role: 'owner', since: at })

    expect((await members.list(accountId)).members.map(({ personId }) => personId).sort()).toEqual([ana, ben].sort())
    expect((await members.ofPerson(ana)).map(({ role }) => role)).toEqual(['auditor'])
    for (const kind of ['organization', 'personal'] as const)
      expect(permissionsOf((await members.find(accountId, ana))?.role ?? '', kind)).toEqual([])
    for (const name of ['toString', '__proto__', '']) expect(permissionsOf(name, 'organization')).toEqual([])
  })

  it('keeps that role where a link would give another, and what is not known here whatever it is given', async () => {
    const [accountId, personId] = [random(), random()]
    const members = dynamoMembers(dynamo)
    await putRaw('members', { accountId, personId, role: 'auditor', since: at, ...more })
    const before = await members.find(accountId, personId)
    if (before === undefined) expect.fail('no member')
    expect(higherRole(before.role, 'owner')).toBe('auditor')
    expect(higherRole('viewer', 'owner')).toBe('owner')

    expect(await members.change({ ...before, role: 'viewer' }, { role: 'auditor' })).toBe(true)
    expect(await rawOf('members', { accountId, personId })).toEqual({ ...before, role: 'viewer', ...more })
  })

  it('is let in by no invitation to a role that is not known here, and the others are listed', async () => {
    const acme = { ...account(), accountId: random() }
    const members = dynamoMembers(dynamo)
    const { invitation } = newInvitation(acme, 'viewer', randomBytes(32), now)
    const newer = { ...newInvitation(acme, 'viewer', randomBytes(32), now).invitation, role: 'auditor' }
    for (const one of [invitation, newer]) await members.invite(one)

    const { invitations } = await members.list(acme.accountId)
    expect(invitations.filter((one) => isGood(one, acme, undefined))).toEqual([invitation])
    expect(invitations).toHaveLength(2)
  })
})

it('a person keeps what is not known here when they sign in, and loses what the issuer no longer says', async () => {
  const personId = random()
  const person = { personId, issuer: 'https://issuer.example', subject: 'ana', emailVerified: false }
  await putRaw('people', { ...person, email: 'ana@example.com', name: 'Ana', ...more })
  await dynamoPeople(dynamo).put({ ...person, name: 'Ana M.', lastSignInAt: at })

  expect(await rawOf('people', { personId })).toEqual({ ...person, name: 'Ana M.', lastSignInAt: at, ...more })
})

it('a machine whose login is in a state that is not known here gets no token', async () => {
  const logins = dynamoDeviceLogins(dynamo)
  const asked = { device: 'laptop', program: 'compaction/1', address: '192.0.2.1' }
  const { login } = newDeviceLogin(asked, { device: randomBytes(32), user: randomBytes(32) }, now)
  const { deviceCodeHash } = login
  await putRaw('deviceLogins', { ...login, status: 'challenged', expiresAt: now / 1000 + 600, ...more })

  expect((await logins.poll(deviceCodeHash, now))?.status).toBe('denied')
  expect(await logins.decide(deviceCodeHash, { status: 'approved', personId: 'ana', accountId: 'acme' }, now)).toBe(
    false,
  )
  expect(await logins.take(deviceCodeHash)).toBeUndefined()
  expect(await rawOf('deviceLogins', { deviceCodeHash })).toMatchObject({ status: 'challenged', ...more })
})

it('an account whose prices are not known here goes on with those that are', async () => {
  const accountId = random()
  const prices = { 'a-model': 1.25, 'another-model': { input: 1, output: 5 }, 'third-model': 0 }
  await putRaw('entitlements', { ...account(), accountId, prices, ...more })

  expect((await dynamoAccounts(dynamo).find(accountId))?.prices).toEqual({ 'a-model': 1.25 })
  await dynamoAccounts(dynamo).update(accountId, { requestsPerMinute: 5 })
  expect(await rawOf('entitlements', { accountId })).toMatchObject({
    prices,
    ...more,
    limits: { requestsPerMinute: 5 },
  })
})

it('an account of a kind that is not known here is not served, and not there for its people, who see their others', async () => {
  const accountId = random()
  await putRaw('entitlements', { ...account(), accountId, kind: 'team', ...more })

  await expect(dynamoAccounts(dynamo).find(accountId)).rejects.toThrow('table entitlements is not valid: kind.')
  expect(await dynamoAccountSettings(dynamo).find(accountId)).toBeUndefined()
})

it('an account whose rate or whose prices have another form goes on, loses no text, and keeps them when its owner changes something else', async () => {
  const accountId = random()
  const { compaction } = account()
  const newer = { prices: [{ model: 'a-model', input: 1 }], compaction: { ...compaction, rate: { least: 0.2 } } }
  await putRaw('entitlements', { ...account(), accountId, ...newer })

  const found = await dynamoAccounts(dynamo).find(accountId)
  expect([found?.prices, found?.compaction.rate]).toEqual([{}, 0])
  expect(await dynamoAccountSettings(dynamo).change(accountId, { mode: 'observe' })).toBe(true)
  const { prices } = newer
  expect(await rawOf('entitlements', { accountId })).toMatchObject({
    prices,
    compaction: { ...newer.compaction, mode: 'observe' },
  })
})

it('a key keeps what is not known here while it is used, and when it is revoked', async () => {
  const keys = dynamoKeys(dynamo)
  const { key } = serviceKey()
  await putRaw('keys', { ...key, ...more })

  expect(await keys.find(key.keyHash)).toEqual(key)
  await keys.touch(key.keyHash, now)
  await keys.revokeByHash(key.keyHash, now)
  expect(await rawOf('keys', { keyHash: key.keyHash })).toMatchObject({ revokedAt: at, lastUsedAt: at, ...more })
})

it('a counter is moved, and keeps what is not known here', async () => {
  const counter = `account#${random()}#requests`
  await putRaw('rateLimits', { counter, tat: now * 1000 + 30_000_000, expiresAt: now / 1000 + 3_600, ...more })

  expect(await dynamoCounters(dynamo).take(requestCharge(counter, 2), now * 1000)).toEqual({ admitted: true })
  expect(await rawOf('rateLimits', { counter })).toMatchObject({ tat: now * 1000 + 60_000_000, ...more })
})

it('an event of a kind that is not known here is told as it stands', async () => {
  const accountId = random()
  const event = { accountId, eventId: '01A', at, personId: 'ana', by: 'Ana', action: 'region-added', target: 'eu' }
  await putRaw('audit', { ...event, accountMonth: `${accountId}#${at.slice(0, 7)}`, ...more })

  expect(await dynamoAudit(dynamo).list(accountId, at.slice(0, 7))).toEqual([event])
})

it('the use of a conversation keeps what is not known here when it is noted again', async () => {
  const head = random()
  const chains = dynamoChains(dynamo, { readMilliseconds: 5_000, writeMilliseconds: 5_000 })
  await putRaw('chains', { head, usedAt: now, coldAt: now + 1, shortened: new Set(['1']), ...more })
  await chains.note(head, { usedAt: now + 10, coldAt: now + 20, shortened: [2] })

  expect(await chains.use(head)).toEqual({ usedAt: now + 10, coldAt: now + 20, shortened: [1, 2] })
  expect(await rawOf('chains', { head })).toMatchObject(more)
})
