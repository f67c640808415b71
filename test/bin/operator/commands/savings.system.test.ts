// `savings` and `savings rebuild`, over a ledger without a stream.

import { beforeAll, describe, expect, it } from 'vitest'
import { aReceipt } from '../../../adapters/dynamo/receipts.ts'
import { testDeployment } from '../test-deployment.ts'

const { ledger, operator, json, organization } = testDeployment()

const receipt = (exchangeId: string, day: string, effectiveBefore: number, effectiveAfter: number) =>
  aReceipt({
    accountId: 'books',
    model: 'claude-sonnet-5',
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
    expect((await operator('savings', 'books', '--month', '2026-11')).stdout).toContain('There are no exchanges.')

    expect(await json('savings', 'rebuild', 'books', '--from', '2026-10')).toEqual({
      accountId: 'books',
      from: '2026-10',
      receipts: 3,
      parts: 4,
    })

    const { rows, totals } = await json('savings', 'books', '--month', '2026-11')
    expect(rows).toMatchObject([{ day: '2026-11-02', exchanges: 2, gained: 50.25, givenBack: 500.75, net: -450.5 }])
    expect(totals).toMatchObject({ exchanges: 2, effectiveBefore: 300.25, effectiveAfter: 750.75 })
    const { stdout } = await operator('ledger', 'books', '--month', '2026-10')
    expect(stdout).toContain('as they are charged  400 → 361  (−9.9 %)')
  }, 40_000)

  it('print the totals, then a line for each day, model, key or account, within 80 columns', async () => {
    for (const by of ['day', 'model', 'key', 'account']) {
      const { stdout } = await operator('savings', 'books', '--month', '2026-11', '--by', by)
      expect(stdout).toContain('books, 2026-11-01 to 2026-11-30 (UTC)')
      expect(stdout).toMatch(/\ninput tokens +2,000 → 1,800 {2}\(−10 %\)\n/)
      expect(stdout).toMatch(new RegExp(`\n${by} +requests +before +after +less +charged\n`))
      expect(stdout).toMatch(/ +2 +2,000 +1,800 +−10 % +\+150 %\n/)
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    }
    const all = await json('savings', '--month', '2026-11')
    expect(all.rows).toMatchObject([{ account: 'books', exchanges: 2 }])
  }, 40_000)

  it('are money where the account says what it pays, and a file with --csv', async () => {
    await json('account', 'set', 'books', '--prices', 'claude=3000')
    const { stdout } = await operator('savings', 'books', '--month', '2026-10')
    expect(stdout).toMatch(/\nsaved +\$0\.12\n/)
    const file = await operator('savings', 'books', '--month', '2026-10', '--by', 'day', '--csv')
    expect(file.stderr).toBe('')
    expect(file.stdout.split('\r\n')[0]).toMatch(/^day,exchanges,tokensBefore,.*,net,cacheRewriteTokens,.*dollars$/)
    expect(file.stdout.split('\r\n')[1]).toMatch(/^2026-10-31,1,1000,900,0,400,360\.5,/)
    const wide = await operator('savings', 'books', '--month', '2026-10', '--wide')
    expect(wide.stdout).toMatch(/^day .* gained +givenBack +net /m)
  }, 40_000)

  it('name sessions and keys whole, as other commands take them', async () => {
    const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'
    await organization('long-runs')
    const large = {
      tokensBefore: 1_234_567_890,
      tokensAfter: 1_134_567_890,
      effectiveTokensBefore: 9,
      effectiveTokensAfter: 10,
    }
    await ledger().put({ ...receipt('03A', '2026-10-31', 400, 100), ...large, accountId: 'long-runs', sessionId })
    await json('savings', 'rebuild', 'long-runs', '--from', '2026-10')
    const words = ['savings', 'long-runs', '--month', '2026-10', '--by', 'session']
    const { stdout } = await operator(...words)
    const [shown = ''] = /^\S+(?= +1 +1,234)/m.exec(stdout) ?? []
    expect((await operator('session', shown, '--account', 'long-runs')).stdout).toContain(`session ${sessionId}`)
  }, 40_000)

  it('are worth nothing that anybody knows where a model has no price', async () => {
    await organization('mixed')
    const of = (exchangeId: string, model: string) => ({
      ...receipt(exchangeId, '2026-10-31', 400, 100),
      accountId: 'mixed',
      model,
    })
    await ledger().put(of('02A', 'claude-sonnet-5'))
    await ledger().put(of('02B', 'unheard-of'))
    await json('savings', 'rebuild', 'mixed', '--from', '2026-10')
    await json('account', 'set', 'mixed', '--prices', 'claude=3000')
    const words = ['savings', 'mixed', '--month', '2026-10', '--by', 'model']
    const { stdout } = await operator(...words)
    expect(stdout).toMatch(/\nsaved +\$0\.90, without unheard-of: no price\n/)
    expect(stdout).toMatch(/\nclaude-sonnet-5 [^\n]*\$0\.90\n/)
    expect(stdout).toMatch(/\nunheard-of [^\n]* -\n/)
    const { rows } = await json(...words)
    expect(rows.map(({ model, dollars }: { model: string; dollars?: number }) => [model, dollars])).toEqual([
      ['claude-sonnet-5', 0.9],
      ['unheard-of', undefined],
    ])
    const days = await json('savings', 'mixed', '--month', '2026-10')
    expect(days.rows).toMatchObject([{ day: '2026-10-31', dollars: 0.9 }])
  }, 40_000)
})
