// The items in the tables: people read them in the console, and other versions of this code read them back.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dynamoAccounts } from '../../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../../adapters/dynamo/accounts/keys.ts'
import type { Dynamo } from '../../../adapters/dynamo/client.ts'
import { describeTable, putItem, scanItems } from '../../../adapters/dynamo/commands.ts'
import { dynamoCounters } from '../../../adapters/dynamo/counters/counters.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { ledgerKey } from '../../../adapters/dynamo/ledger/ledger-keys.ts'
import { dynamoLedgerPages } from '../../../adapters/dynamo/ledger/ledger-pages.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { type TableId, tableName, tables } from '../../../adapters/dynamo/tables/tables.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { requestCharge } from '../../../core/access/limits/gcra.ts'
import { hearing } from '../../../testkit/hearing.ts'
import { testDynamo } from '../../contract/dynamo-stores.ts'
import { account, now, serviceKey } from '../../core/access/callers.ts'
import { aReceipt } from './receipts.ts'

let embedded: EmbeddedDynamo
let dynamo: Dynamo
let sent: string[] = []
beforeAll(async () => {
  embedded = await openEmbeddedDynamo()
  dynamo = hearing(testDynamo(embedded.endpoint), ({ operation }) => sent.push(operation))
  await createTables(dynamo)
  sent = []
})
afterEach(() => {
  sent = []
})
afterAll(async () => {
  dynamo.close()
  await embedded.close()
})

const itemsOf = async (table: TableId): Promise<readonly Record<string, unknown>[]> =>
  (await dynamo.documents.send(scanItems({ TableName: tableName(dynamo.tablePrefix, table) }))).Items ?? []

const putRaw = (table: TableId, item: Record<string, unknown>) =>
  dynamo.documents.send(putItem({ TableName: tableName(dynamo.tablePrefix, table), Item: item }))

describe('the tables', () => {
  it('are all created, and only once', async () => {
    await createTables(dynamo)
    for (const id of ['keys', 'entitlements', 'rateLimits', 'ledger', 'chains'] as const) {
      const { Table } = await dynamo.documents.send(describeTable({ TableName: tableName(dynamo.tablePrefix, id) }))
      expect(Table?.TableStatus).toBe('ACTIVE')
      expect(Table?.BillingModeSummary?.BillingMode).toBe('PAY_PER_REQUEST')
      expect(Table?.KeySchema?.[0]?.AttributeName).toBe(tables[id].partitionKey)
    }
  })

  it('can be created by several processes at the same time', async () => {
    const other = testDynamo(embedded.endpoint, 'together-')
    await Promise.all([createTables(other), createTables(other), createTables(other)])

    expect(await dynamoKeys(other).listByAccount('acme')).toEqual([])
    other.close()
  })
})

describe('an account that a newer version has changed', () => {
  it('goes on with what is known here, and as careful as can be with what is not', async () => {
    const { accountId } = account()
    const compaction = { mode: 'deeper', compressor: 'adeline-9', fileReads: 'tidied', depth: 3 }
    const more = { observations: 'all', serverResults: ['mcp', 'everything'] }
    const item = { ...account(), accountId: `${accountId}-newer`, compaction: { ...compaction, ...more }, plan: 'gold' }
    await putRaw('entitlements', { ...item, entitlements: ['compress', 'images', 'proxy'] })

    const found = await dynamoAccounts(dynamo).find(`${accountId}-newer`)
    expect(found?.entitlements).toEqual(['proxy', 'compress'])
    expect(found?.compaction).toEqual({
      mode: 'off',
      compressor: 'adeline-9',
      fileReads: 'keep',
      observations: 'keep',
      serverResults: [],
    })
  })
})

describe('an item', () => {
  it('of the ledger has its account’s month, and its session only if there is one', async () => {
    const ledger = dynamoLedger(dynamo)
    const sessionId = '0B9F4A52-7A3C-4C0D-8A5E-1F2D3C4B5A69'
    const without = aReceipt({ exchangeId: '01A' })
    const within = aReceipt({ exchangeId: '01B', receivedAt: '2026-12-31T23:59:59.999Z', sessionId })
    for (const receipt of [without, within]) await ledger.put(receipt)

    const items = await itemsOf('ledger')

    expect(items).toContainEqual({ accountMonth: ledgerKey(without), ...without })
    expect(items).toContainEqual({
      accountMonth: ledgerKey(within),
      accountSession: `acme#${sessionId.toLowerCase()}`,
      ...within,
    })
  })

  it('of a month without parts, as earlier versions wrote it, is read in its order beside the others', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `01M${String(index).padStart(2, '0')}`)
    const receipts = ids.map((exchangeId) => aReceipt({ accountId: 'upgraded', exchangeId }))
    for (const receipt of receipts.slice(0, 10))
      await putRaw('ledger', { ...receipt, accountMonth: 'upgraded#2026-11' })
    for (const receipt of receipts.slice(10)) await dynamoLedger(dynamo).put(receipt)

    expect(await dynamoLedger(dynamo).month('upgraded', '2026-11')).toEqual(receipts)
    const pages = dynamoLedgerPages(dynamo)
    const first = await pages.month('upgraded', '2026-11', 25)
    const second = await pages.month('upgraded', '2026-11', 25, first.next)
    expect([...first.receipts, ...second.receipts]).toEqual(receipts.toReversed())
    expect(second.next).toBeUndefined()
  })

  it('of an account and of a key has the core’s fields, and never the secret', async () => {
    const acme = account({ limits: { requestsPerMinute: 5 } })
    const { secret, key } = serviceKey()
    await dynamoAccounts(dynamo).put(acme)
    await dynamoKeys(dynamo).put(key)

    expect(await itemsOf('entitlements')).toContainEqual(acme)
    const keys = await itemsOf('keys')
    expect(keys).toContainEqual(key)
    expect(JSON.stringify(keys)).not.toContain(secret)
  })

  it('of a counter says when it may be deleted: an hour after it is idle at the latest', async () => {
    const charge = requestCharge('account#expiry#requests', 2)
    for (const instance of ['00000001', '00000021']) await dynamoCounters(dynamo, { instance }).take(charge, now * 1000)

    expect(await itemsOf('rateLimits')).toContainEqual({
      counter: 'account#expiry#requests',
      tat: now * 1000 + 60_000_000,
      expiresAt: now / 1000 + 60 + 3600,
      // Both have the same place.
      move1: '00000021.0',
    })
  })

  it('that is broken is refused with an error that names table and attribute, and no value', async () => {
    const { key } = serviceKey()
    await putRaw('keys', { ...key, suffix: 12, limits: { requestsPerMinute: -1 }, createdAt: 'canary' })
    await putRaw('entitlements', { ...account(), accountId: 'broken', kind: 'canary' })
    await putRaw('ledger', { ...aReceipt(), accountMonth: 'broken#2026-11', status: 'canary' })

    await expect(dynamoKeys(dynamo).find(key.keyHash)).rejects.toThrow(
      'An item of the table keys is not valid: suffix, limits.requestsPerMinute, createdAt.',
    )
    await expect(dynamoAccounts(dynamo).find('broken')).rejects.toThrow('table entitlements is not valid: kind.')
    await expect(dynamoLedger(dynamo).month('broken', '2026-11')).rejects.toThrow('table ledger is not valid: status.')
  })

  it('may have attributes of a later version', async () => {
    const { key } = serviceKey()
    await putRaw('keys', { ...key, colour: 'green' })

    expect(await dynamoKeys(dynamo).find(key.keyHash)).toEqual(key)
  })
})

describe('a charge costs', () => {
  it('one write, whether the counter is idle or busy, and a read besides while it is now the one, now the other', async () => {
    const counters = dynamoCounters(dynamo)
    const charge = requestCharge('account#cost#requests', 60)

    for (let call = 0; call < 10; call += 1) await counters.take(charge, now * 1000 + call)
    expect(sent).toEqual(['GetItem', ...Array(10).fill('UpdateItem')])
    for (let call = 1; call <= 20; call += 1) await counters.take(charge, now * 1000 + call * 60_000_000)

    // One update failed: after eight busy ones in a row the next one was taken for busy too. Eight idle ones are a rule as well.
    expect(sent.filter((name) => name === 'UpdateItem')).toHaveLength(31)
    expect(sent.slice(-10)).toEqual(Array(10).fill('UpdateItem'))
  })

  it('less than one write where many wait for the same counter: they travel together', async () => {
    const counters = dynamoCounters(dynamo)
    const charge = requestCharge('account#crowd#requests', 1_000)
    const outcomes = await Promise.all(Array.from({ length: 500 }, () => counters.take(charge, now * 1000)))

    expect(outcomes.filter(({ admitted }) => admitted)).toHaveLength(500)
    expect(sent.length).toBeLessThan(5)
  })

  it('nothing once this replica was refused often within a second: such a refusal is answered from memory', async () => {
    const counters = dynamoCounters(dynamo)
    const charge = requestCharge('account#hammered#requests', 1)
    await counters.take(charge, now * 1000)
    for (let call = 0; call < 200; call += 1)
      expect(await counters.take(charge, now * 1000 + call)).toEqual({
        admitted: false,
        retryAfterMicroseconds: 60_000_000 - call,
      })

    expect(sent.length).toBeLessThan(20)
  })

  it('one read if this replica already knows the refusal', async () => {
    const counters = dynamoCounters(dynamo)
    const charge = requestCharge('account#refused#requests', 1)
    await counters.take(charge, now * 1000)

    for (let call = 0; call < 3; call += 1) await counters.take(charge, now * 1000)

    expect(sent).toEqual(['GetItem', 'UpdateItem', ...Array(3).fill('GetItem')])
  })
})
