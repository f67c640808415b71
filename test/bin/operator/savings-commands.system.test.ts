// `savings` and `savings rebuild`, run as processes, over a ledger without a stream.

import { beforeAll, describe, expect, it } from 'vitest'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'
import { testDeployment } from './test-deployment.ts'

const { ledger, operator, json, organization } = testDeployment()

const receipt = (exchangeId: string, day: string, effectiveBefore: number, effectiveAfter: number) =>
  aReceipt({
    accountId: 'books',
    exchangeId,
    receivedAt: `${day}T10:10:00.000Z`,
    tokensBefore: 1000,
    tokensAfter: 900,
    effectiveTokensBefore: effectiveBefore,
    effectiveTokensAfter: effectiveAfter,
  })

describe('savings', () => {
  beforeAll(async () => {
    await organization('books')
    await ledger().put(receipt('01A', '2026-10-31', 400, 360.5))
    await ledger().put(receipt('01B', '2026-11-02', 200, 700.75))
    await ledger().put(receipt('01C', '2026-11-02', 100.25, 50))
  })

  it('are empty before the ledger has been counted, and the ledger’s own figures afterwards', async () => {
    expect((await operator('savings', 'books', '--month', '2026-11')).stdout).toBe('There are no exchanges.\n')

    expect(await json('savings', 'rebuild', 'books', '--from', '2026-10')).toEqual({
      accountId: 'books',
      from: '2026-10',
      receipts: 3,
      parts: 4,
    })

    const { days, totals } = await json('savings', 'books', '--month', '2026-11')
    expect(days).toMatchObject([{ day: '2026-11-02', exchanges: 2, gained: 50.25, givenBack: 500.75, net: -450.5 }])
    expect(totals).toMatchObject({ exchanges: 2, effectiveBefore: 300.25, effectiveAfter: 750.75 })
    const { stdout } = await operator('ledger', 'books', '--month', '2026-10')
    expect(stdout).toMatch(/\nnet +39\.5\n/)
  }, 40_000)

  it('print a table for people: each day, and all days', async () => {
    const { stdout } = await operator('savings', 'books', '--month', '2026-11')
    expect(stdout).toMatch(
      /^day +exchanges .* net +cache rewrites by us +estimates\n2026-11-02 +2 .*\nall +2 .*-450\.5 /,
    )
  })
})
