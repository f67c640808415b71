// When a token was last used, whatever else its account does, and without reading all of that.

import { describe, expect, it } from 'vitest'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { foldReceipts } from '../../core/savings/fold-receipts.ts'
import { lastExchangeOf } from '../../dashboard/api/savings/last-exchange.ts'
import type { Bearer } from '../../dashboard/auth/bearer.ts'
import { dashboardInMemory } from '../../testkit/memory/dashboard.ts'
import { memorySavings } from '../../testkit/memory/savings.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'

const mine = 'acme.00000000000a'
const now = Date.parse('2026-12-01T00:30:00.000Z')

const receipt = (receivedAt: string, keyId = mine, more: Partial<Receipt> = {}): Receipt => {
  const { model: _, ...plain } = aReceipt({ accountId: 'acme', receivedAt, exchangeId: receivedAt, keyId })
  return { ...plain, ...more }
}
/** What others have sent since. */
const others = (count: number, month = '2026-12-01T00'): readonly Receipt[] =>
  Array.from({ length: count }, (_, index) => receipt(`${month}:10:00.${String(index).padStart(3, '0')}Z`, 'acme.0b'))

const look = async (receipts: readonly Receipt[], createdAt = '2026-10-01T00:00:00.000Z') => {
  const savings = memorySavings()
  let asked = 0
  const parts = savings.parts.bind(savings)
  savings.parts = async (owner, range) => {
    asked += 1
    return parts(owner, range)
  }
  await foldReceipts(
    savings,
    receipts.map((one, index) => ({ receipt: one, shardId: 's', sequence: String(index + 1), at: 0 })),
  )
  const { ports, accounts } = await dashboardInMemory({ savings }, receipts)
  const account = accounts.get('acme') ?? expect.fail()
  const token = { keyId: mine, createdAt } as Bearer['token']
  const asking = { now } as Parameters<typeof lastExchangeOf>[0]['asked']
  asked = 0
  return { last: await lastExchangeOf({ account, ports, token, asked: asking }), asked }
}

describe('the last exchange of a token', () => {
  it('is told itself where it is among the newest of the account, and asks no sums', async () => {
    const told = { outcome: 'failed-open', model: 'm', reason: 'late', compactionMode: 'arrival' } as const
    const last = receipt('2026-12-01T00:20:00.000Z', mine, told)
    expect(await look([receipt('2026-12-01T00:05:00.000Z'), last, ...others(30)])).toEqual({
      last: { lastExchange: { receivedAt: last.receivedAt, route: 'messages', status: 200, ...told } },
      asked: 0,
    })
  })

  it('is found on the first day of a month in the month before', async () => {
    const last = receipt('2026-11-30T23:50:00.000Z')
    expect((await look([last, ...others(49)])).last).toMatchObject({ lastExchange: { receivedAt: last.receivedAt } })
  })

  it('is told by its day where others have sent more since', async () => {
    const day = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']
    const before = [receipt('2026-11-19T10:00:00.000Z', mine, { outcome: 'failed-open' })]
    const sent = day.map((at, index) => receipt(at, mine, index === 0 ? { outcome: 'failed-open' } : {}))
    const { last, asked } = await look([...before, ...sent, ...others(60)])
    expect([last, asked]).toEqual([{ lastDay: { day: '2026-11-20', exchanges: 3, failedOpen: 1 } }, 16])
  })

  it('is that of no other token, whose id begins in the same way', async () => {
    const other = receipt('2026-11-20T09:00:00.000Z', `${mine}0`)
    expect((await look([other, ...others(60)])).last).toEqual({})
  })

  it('is looked for as far back as a token lives, and not before it was made', async () => {
    const old = [receipt('2026-10-30T10:00:00.000Z'), ...others(60)]
    expect(await look(old)).toEqual({ last: {}, asked: 31 })
    expect(await look(old, '2026-11-30T12:00:00.000Z')).toEqual({ last: {}, asked: 2 })
    expect(await look(old, '2026-12-02T00:00:00.000Z')).toEqual({ last: {}, asked: 0 })
  })
})
