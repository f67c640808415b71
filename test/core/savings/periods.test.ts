// Sums over a span: what lies in it, and what lies beside it in the same month, day or hour.

import { describe, expect, it } from 'vitest'
import { foldReceipts } from '../../../core/savings/fold-receipts.ts'
import { dimensions, lastDays, sumsBy, sumsOfDays, sumsOfHours, sumsOfKey } from '../../../core/savings/periods.ts'
import { rebuild } from '../../../core/savings/rebuild.ts'
import { memorySavings } from '../../../testkit/memory/savings.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'
import { ledgerOf, streamed } from './played.ts'

const key = 'acme.000000000001'

/** Sums in which each moment counts another power of two, so that a sum tells whose it is. */
const savingsAt = async (moments: readonly string[], keyOf = (_index: number): string => key) => {
  const savings = memorySavings()
  const receipts = moments.map((receivedAt, index) =>
    aReceipt({ exchangeId: `01${index}`, receivedAt, keyId: keyOf(index), tokensBefore: 2 ** index, tokensAfter: 0 }),
  )
  await foldReceipts(savings, streamed(receipts, 1))
  return savings
}

const span = { first: '2026-10-31', last: '2026-11-02' }
const overTheMonth = [
  '2026-10-30T23:59:59.999Z',
  '2026-10-31T00:00:00.000Z',
  '2026-10-31T12:29:00.000Z',
  '2026-10-31T12:30:00.000Z',
  '2026-11-01T00:00:00.000Z',
  '2026-11-02T23:59:59.999Z',
  '2026-11-03T00:00:00.000Z',
]

describe('sums of a span over the end of a month', () => {
  it('are of its days alone, each with all of its half hours', async () => {
    const { days } = await sumsOfDays(await savingsAt(overTheMonth), 'acme', span, 'UTC')
    expect(days.map(({ day, sums }) => [day, sums.tokensBefore])).toEqual([
      ['2026-10-31', 2 + 4 + 8],
      ['2026-11-01', 16],
      ['2026-11-02', 32],
    ])
  })

  it('are of its days alone where they are told apart, in the order of what tells them', async () => {
    const savings = await savingsAt(overTheMonth, (index) => (index === 5 ? 'acme.0' : key))
    const rows = await sumsBy(savings, 'acme', span, ['keyId', 'day'])
    expect(rows.map(({ keyId, day, sums }) => [keyId, day, sums.tokensBefore])).toEqual([
      ['acme.0', '2026-11-02', 32],
      [key, '2026-10-31', 2 + 4 + 8],
      [key, '2026-11-01', 16],
    ])
  })

  it('are told apart by nothing that a rebuild has found empty', async () => {
    const savings = await savingsAt(overTheMonth)
    const settledThrough = async () => '2026-12-01T00:00:00.000Z'
    await rebuild(savings, ledgerOf([]), { accountId: 'acme', fromMonth: '2026-10', settledThrough })
    expect(await sumsBy(savings, 'acme', span, ['keyId'])).toEqual([])
  })
})

it('the last days are so many, with today as it is in the zone', () => {
  const now = Date.parse('2026-11-01T22:45:00.000Z')
  expect(lastDays(7, now, 'UTC')).toEqual({ first: '2026-10-26', last: '2026-11-01' })
  expect(lastDays(1, now, 'Asia/Tokyo')).toEqual({ first: '2026-11-02', last: '2026-11-02' })
})

it('sums of days have each half hour on its own day where midnight stands between them', async () => {
  const savings = await savingsAt(['2026-11-01T18:29:59.999Z', '2026-11-01T18:30:00.000Z'])
  const { days } = await sumsOfDays(savings, 'acme', { first: '2026-11-01', last: '2026-11-02' }, 'Asia/Kolkata')
  expect(days.map(({ day, sums }) => [day, sums.tokensBefore])).toEqual([
    ['2026-11-01', 1],
    ['2026-11-02', 2],
  ])
})

it('sums that are told apart by everything name all that a receipt says, and a dash where it says nothing', async () => {
  const savings = memorySavings()
  const said = { compactionMode: 'arrival', client: 'codex', model: 'b#model' } as const
  const receipts = [aReceipt(), aReceipt({ exchangeId: '012', ...said })]
  await foldReceipts(savings, streamed(receipts, 1))
  const rows = await sumsBy(savings, 'acme', { first: '2026-11-03', last: '2026-11-03' }, dimensions)
  expect(rows.map(({ sums: _, ...row }) => row)).toEqual([
    { day: '2026-11-03', keyId: 'acme.0123456789ab', mode: '-', client: '-', model: '-' },
    { day: '2026-11-03', keyId: 'acme.0123456789ab', mode: 'arrival', client: 'codex', model: 'b#model' },
  ])
})

it('sums of hours have both halves of each, the running one as well, and none of the hour before', async () => {
  const moments = ['21:59:00', '22:00:00', '22:30:00', '23:00:00', '23:40:00'].map((at) => `2026-10-31T${at}.000Z`)
  const savings = await savingsAt([...moments, '2026-11-01T00:05:00.000Z'])
  const { hours } = await sumsOfHours(savings, 'acme', 3, Date.parse('2026-11-01T00:10:00.000Z'), 'UTC')
  expect(hours.map(({ hour, sums }) => [hour, sums.tokensBefore])).toEqual([
    ['2026-10-31T22:00:00.000Z', 2 + 4],
    ['2026-10-31T23:00:00.000Z', 8 + 16],
    ['2026-11-01T00:00:00.000Z', 32],
  ])
})

it('sums of a key are of that day and that key, not of one whose name begins alike', async () => {
  const moments = ['2026-11-01T23:59:00.000Z', '2026-11-02T00:00:00.000Z', '2026-11-02T01:00:00.000Z']
  const savings = await savingsAt([...moments, '2026-11-02T02:00:00.000Z'], (index) => (index === 2 ? `${key}2` : key))
  expect((await sumsOfKey(savings, 'acme', '2026-11-02', key)).tokensBefore).toBe(2 + 8)
})
