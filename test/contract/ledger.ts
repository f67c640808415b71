// What every ledger promises: it keeps one receipt per exchange and finds it by month and by session.

import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { LedgerRecords } from '../../adapters/dynamo/ledger/ledger.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'

const accountName = (): string => `acme-${randomBytes(6).toString('hex')}`

const receipt = (accountId: string, exchangeId: string, more: Partial<Receipt> = {}): Receipt =>
  aReceipt({
    accountId,
    exchangeId,
    keyId: `${accountId}.0123456789ab`,
    millisecondsPerStep: { authenticate: 0.4, plan: 1.25 },
    ...more,
  })

const full: Partial<Receipt> = {
  settledAt: '2026-11-03T10:00:07.250Z',
  client: 'claude-code',
  sessionId: '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69',
  provider: 'anthropic',
  model: 'a-model',
  upstreamHost: 'api.example.com',
  upstreamKeyFingerprint: 'f'.repeat(64),
  engineVersion: 'adeline-1.0.0',
  losslessVersion: 'lossless-2',
  compactionMode: 'arrival',
  outcome: 'failed-open',
  reason: 'engine-timeout',
  tokensBefore: 1000,
  tokensAfter: 960,
  effectiveTokensBefore: 400.5,
  effectiveTokensAfter: 512.25,
  cacheRewriteTokens: 300,
  usage: { inputTokens: 960, cacheReadTokens: 1, cacheWriteTokens: 2, cacheWriteLongTokens: 3, outputTokens: 4 },
  estimated: true,
  rateAsked: 0.5,
  rateReached: 0.25,
  floorReached: true,
  retriedVerbatim: true,
  millisecondsPerStep: {},
}

export const ledgerContract = (replica: () => LedgerRecords): void => {
  it('returns every field, and no optional field that was absent', async () => {
    const account = accountName()
    const receipts = [receipt(account, '01A'), receipt(account, '01B', full)]
    for (const one of receipts) await replica().put(one)

    expect(await replica().month(account, '2026-11')).toEqual(receipts)
  })

  it('keeps the first receipt of an exchange', async () => {
    const account = accountName()
    const first = receipt(account, '01A')

    await replica().put(first)
    await Promise.all([1, 2, 3].map((again) => replica().put({ ...first, tokensSaved: again })))

    expect(await replica().month(account, '2026-11')).toEqual([first])
  })

  it('keeps months and accounts apart, and receipts in the order of the exchanges', async () => {
    const [mine, other] = [accountName(), accountName()]
    const december = { receivedAt: '2026-12-01T00:00:00.000Z' }
    for (const id of ['01C', '01A', '01B']) await replica().put(receipt(mine, id))
    await replica().put(receipt(mine, '01D', december))
    await replica().put(receipt(other, '01E'))

    const ids = (receipts: readonly Receipt[]) => receipts.map(({ exchangeId }) => exchangeId)
    expect(ids(await replica().month(mine, '2026-11'))).toEqual(['01A', '01B', '01C'])
    expect(ids(await replica().month(mine, '2026-12'))).toEqual(['01D'])
    expect(ids(await replica().month(mine, '2026-10'))).toEqual([])
  })

  it('finds the receipts of one account’s session across months, whatever the case of its id', async () => {
    const [mine, other] = [accountName(), accountName()]
    const sessionId = randomUUID()
    const inSession = [
      receipt(mine, '01A', { sessionId }),
      receipt(mine, '01C', { sessionId, receivedAt: '2026-12-01T00:00:00.000Z' }),
    ]
    for (const one of inSession) await replica().put(one)
    await replica().put(receipt(mine, '01B'))
    await replica().put(receipt(mine, '01D', { sessionId: randomUUID() }))
    await replica().put(receipt(other, '01E', { sessionId }))

    expect(await replica().session(mine, sessionId)).toEqual(inSession)
    expect(await replica().session(mine, sessionId.toUpperCase())).toEqual(inSession)
    expect(await replica().session(mine, randomUUID())).toEqual([])
  })
}
