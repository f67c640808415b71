// Receipts for the laws of the sums: any outcome, any counts, a few accounts, sessions, keys and models, over two months.

import * as fc from 'fast-check'
import { defined } from '../../../core/collections/defined.ts'
import { outcomes, type Receipt, sessionClients } from '../../../core/ledger/receipt.ts'

const start = Date.parse('2026-10-30T00:00:00Z')
const spanMilliseconds = 4 * 86_400_000
const hundredths = fc.integer({ min: 0, max: 50_000_000 }).map((tokens) => tokens / 100)
const sessionIds = [1, 2, 3].map((digit) => `0b9f4a52-7a3c-4c0d-8a5e-00000000000${digit}`)

const counts = fc.record({
  tokensBefore: fc.nat(1_000_000),
  tokensAfter: fc.nat(1_000_000),
  effectiveTokensBefore: hundredths,
  effectiveTokensAfter: hundredths,
})

const facts = fc.record({
  accountId: fc.constantFrom('acme', 'books'),
  at: fc.nat(spanMilliseconds),
  keyId: fc.constantFrom('acme.000000000001', 'acme.000000000002'),
  session: fc.option(fc.tuple(fc.constantFrom(...sessionIds), fc.constantFrom(...sessionClients)), { nil: undefined }),
  model: fc.option(fc.constantFrom('a-model', 'b#model', '<img src=x>', '=cmd()'), { nil: undefined }),
  mode: fc.option(fc.constantFrom('repeated', 'arrival', 'observe'), { nil: undefined }),
  outcome: fc.constantFrom(...outcomes),
  reason: fc.option(fc.constantFrom('chain-unavailable', 'engine-timeout'), { nil: undefined }),
  counts: fc.option(counts, { nil: undefined }),
  tokensSaved: fc.nat(10_000),
  cacheRewriteTokens: fc.nat(10_000),
  cacheReadTokens: fc.nat(10_000),
  estimated: fc.boolean(),
})

type Facts = typeof facts extends fc.Arbitrary<infer Value> ? Value : never

const receiptOf = (one: Facts, index: number): Receipt => {
  const receivedAt = new Date(start + one.at).toISOString()
  return {
    accountId: one.accountId,
    exchangeId: `01${String(index).padStart(6, '0')}`,
    receivedAt,
    settledAt: receivedAt,
    keyId: one.keyId,
    ...(one.session === undefined ? {} : { sessionId: one.session[0], client: one.session[1] }),
    route: 'messages',
    ...defined({ model: one.model, compactionMode: one.mode }),
    outcome: one.outcome,
    ...defined({ reason: one.reason }),
    status: 200,
    segmentsCompacted: 0,
    tokensSaved: one.tokensSaved,
    ...one.counts,
    cacheRewriteTokens: one.cacheRewriteTokens,
    usage: {
      inputTokens: 0,
      cacheReadTokens: one.cacheReadTokens,
      cacheWriteTokens: 0,
      cacheWriteLongTokens: 0,
      outputTokens: 7,
    },
    estimated: one.estimated,
    millisecondsPerStep: {},
  }
}

/** Receipts with ids of their own, in the order of their ids. */
export const receipts = (maxLength = 60): fc.Arbitrary<readonly Receipt[]> =>
  fc.array(facts, { minLength: 1, maxLength }).map((all) => all.map(receiptOf))
