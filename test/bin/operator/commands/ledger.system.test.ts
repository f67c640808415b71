// `ledger` and `session`.

import { beforeAll, describe, expect, it } from 'vitest'
import { aReceipt } from '../../../adapters/dynamo/receipts.ts'
import { testDeployment } from '../test-deployment.ts'

const { ledger, operator, json, organization } = testDeployment()

describe('ledger and session', () => {
  const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'
  const counts = (before: number, after: number, effectiveBefore: number, effectiveAfter: number) => ({
    tokensBefore: before,
    tokensAfter: after,
    tokensSaved: before - after,
    effectiveTokensBefore: effectiveBefore,
    effectiveTokensAfter: effectiveAfter,
  })
  const month = new Date().toISOString().slice(0, 7)
  const receipts = [
    aReceipt({
      accountId: 'books',
      exchangeId: '01A',
      receivedAt: '2026-10-31T23:00:00.000Z',
      sessionId,
      ...counts(1000, 900, 400, 360.5),
    }),
    aReceipt({
      accountId: 'books',
      exchangeId: '01B',
      receivedAt: '2026-11-01T00:00:00.000Z',
      sessionId,
      ...counts(1200, 1100, 200, 700.75),
      cacheRewriteTokens: 600,
      estimated: true,
    }),
    aReceipt({
      accountId: 'books',
      exchangeId: '01C',
      receivedAt: '2026-11-02T00:00:00.000Z',
      sessionId,
      ...counts(50, 50, 50, 50),
      tokensSaved: 30,
      outcome: 'observed',
    }),
    aReceipt({
      accountId: 'books',
      exchangeId: '01D',
      receivedAt: `${month}-01T00:00:00.000Z`,
      route: 'pass-through',
      tokensSaved: 0,
      outcome: 'verbatim',
    }),
  ]
  beforeAll(async () => {
    await organization('books')
    for (const receipt of receipts) await ledger().put(receipt)
  })
  const ids = (found: { exchangeId: string }[]) => found.map(({ exchangeId }) => exchangeId)

  it('ledger gives the receipts of a month, by default of this one', async () => {
    expect(await json('ledger', 'books', '--month', '2026-10')).toEqual([receipts[0]])
    expect(ids(await json('ledger', 'books'))).toContain('01D')
    expect(await json('ledger', 'books', '--month', '2019-01')).toEqual([])
  })

  it('ledger gives the receipts of a session, of one month if it is named', async () => {
    expect(ids(await json('ledger', 'books', '--session', sessionId))).toEqual(['01A', '01B', '01C'])
    expect(ids(await json('ledger', 'books', '--session', sessionId, '--month', '2026-11'))).toEqual(['01B', '01C'])
  })

  it('session gives each exchange and the totals, and shows a negative net', async () => {
    const { exchanges, totals, ...rest } = await json('session', sessionId.toUpperCase(), '--account', 'books')

    expect(rest).toEqual({ accountId: 'books', sessionId: sessionId.toUpperCase() })
    expect(exchanges[1]).toEqual({
      exchangeId: '01B',
      receivedAt: '2026-11-01T00:00:00.000Z',
      sessionId,
      route: 'messages',
      outcome: 'compacted',
      status: 200,
      tokensBefore: 1200,
      tokensAfter: 1100,
      tokensSaved: 100,
      tokensObserved: 0,
      effectiveTokensBefore: 200,
      effectiveTokensAfter: 700.75,
      effectiveTokensSaved: -500.75,
      cacheRewriteTokens: 600,
      estimated: true,
    })
    expect(totals).toEqual({
      exchanges: 3,
      tokensBefore: 2250,
      tokensAfter: 2050,
      tokensSaved: 200,
      tokensObserved: 30,
      effectiveTokensBefore: 650,
      effectiveTokensAfter: 1111.25,
      effectiveTokensSaved: -461.25,
      cacheRewriteTokens: 600,
      estimated: true,
    })
  })

  it('both print the totals first, then rows of six columns', async () => {
    const ledger = await operator('ledger', 'books', '--month', '2026-10')
    const session = await operator('session', sessionId, '--account', 'books')
    const empty = await operator('ledger', 'books', '--month', '2019-01')

    expect(ledger.stdout).toMatch(/^books, 2026-10-01 to 2026-10-31 \(UTC\)\n\nrequests +/)
    expect(ledger.stdout).toMatch(
      /\ntime \(UTC\) +model or route +outcome +status +before +after\n10-31 23:00:00 +\S+ +\S+ +200 +1,000 +900\n/,
    )
    expect(session.stdout).toContain('as they are charged  650 → 1,111  (+71 %)\n')
    expect(session.stdout).toContain('observed only        30 tokens could have gone\n')
    for (const { stdout } of [ledger, session])
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(empty.stdout).toBe('There are no exchanges.\n')
  })

  it('ledger chooses exchanges by their day, outcome and number', async () => {
    expect(ids(await json('ledger', 'books', '--since', '2026-10-31', '--outcome', 'observed'))).toEqual(['01C'])
    expect(ids(await json('ledger', 'books', '--since', '2026-11-02', '--limit', '1'))).toHaveLength(1)
    expect(ids(await json('ledger', 'books', '--since', '2026-10-31'))).toEqual(
      expect.arrayContaining(['01A', '01B', '01C']),
    )
  })

  it('ledger chooses models by any part of their names, and says so where it finds none', async () => {
    await organization('kinds')
    for (const [exchangeId, model] of [
      ['02A', 'claude-sonnet-5'],
      ['02B', 'claude-haiku-4-5'],
      ['02C', 'gpt-5.4'],
    ] as const)
      await ledger().put(aReceipt({ accountId: 'kinds', exchangeId, model, receivedAt: '2026-10-31T23:00:00.000Z' }))
    await json('savings', 'rebuild', 'kinds', '--from', '2026-10')
    expect(ids(await json('ledger', 'kinds', '--month', '2026-10', '--model', 'claude'))).toEqual(['02A', '02B'])
    expect(ids(await json('ledger', 'kinds', '--month', '2026-10', '--model', 'haiku'))).toEqual(['02B'])
    expect(ids(await json('ledger', 'kinds', '--month', '2026-10', '--model', 'gpt-5.4'))).toEqual(['02C'])
    const none = await operator('ledger', 'kinds', '--month', '2026-10', '--model', 'opus')
    expect(none.stdout).toMatch(/^kinds, .*\nrequests +3\n.*\n\nNo exchange is as the options ask\.\n$/s)
  })

  it('ledger says on standard error that there may be more than it gives to programs', async () => {
    await organization('busy')
    const many = Array.from({ length: 1_000 }, (_, index) =>
      aReceipt({ accountId: 'busy', exchangeId: `01${index}`, receivedAt: `${month}-01T00:00:00.000Z` }),
    )
    // Each has a deadline, and on a busy machine a thousand at once do not all keep it.
    for (let from = 0; from < many.length; from += 100)
      await Promise.all(many.slice(from, from + 100).map((receipt) => ledger().put(receipt)))
    const { stdout, stderr } = await operator('ledger', 'busy', '--json')
    expect([JSON.parse(stdout).length, stderr]).toEqual([1_000, 'The newest 1,000 exchanges; --limit N gives more.\n'])
    expect(ids(await json('ledger', 'busy', '--limit', '5000'))).toHaveLength(1_000)
    const read = await operator('ledger', 'busy')
    expect(read.stdout).toMatch(/(\n\d\d-01 [^\n]+){20}\nThe newest 20 of these exchanges; --limit N shows more\.\n$/)
  })

  it('ledger is a file with every column, or a wide table', async () => {
    const file = await operator('ledger', 'books', '--month', '2026-10', '--csv')
    expect(file.stdout.split('\r\n')[0]).toBe(
      'received,session,exchange,key,route,model,outcome,reason,status,before,after,saved,observed,charged before,charged after,net,cache rewrites by us,estimated',
    )
    expect(file.stdout.split('\r\n')[1]).toContain(`2026-10-31T23:00:00.000Z,${sessionId},01A,`)
    const wide = await operator('ledger', 'books', '--month', '2026-10', '--wide')
    expect(wide.stdout).toMatch(/^received +session +exchange .* cache rewrites by us +estimated$/m)
  })
})
