// What a receipt is to the sums, and what they do with usage that no exchange has: an upstream of a caller's own may report any.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partItem, readPart } from '../../../adapters/dynamo/ledger/savings-items.ts'
import { plainItem, wireItem } from '../../../adapters/dynamo/wire.ts'
import { emptyPart, withReceipt } from '../../../core/savings/fold.ts'
import { halfHoursOwner } from '../../../core/savings/parts.ts'
import { netOf, noSums, plus, sumsOf, total } from '../../../core/savings/sums.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'

/** The most that any count of an answer is believed to be. */
const most = 1e12

const usage = {
  inputTokens: 3 * most,
  cacheReadTokens: most,
  cacheWriteTokens: most,
  cacheWriteLongTokens: most,
  outputTokens: most,
}
const boastful = aReceipt({
  tokensBefore: 3 * most + 1,
  tokensAfter: 3 * most,
  effectiveTokensBefore: 4 * most + 0.07,
  effectiveTokensAfter: 4 * most + 0.01,
  cacheRewriteTokens: most,
  usage,
})

const throughTable = (part: ReturnType<typeof emptyPart>) => readPart(plainItem(wireItem(partItem(part, 1)))).part

describe('sums of exchanges', () => {
  const gaining = aReceipt({
    outcome: 'observed',
    reason: 'engine-timeout',
    tokensSaved: 41,
    tokensBefore: 100,
    tokensAfter: 70,
    effectiveTokensBefore: 30.5,
    effectiveTokensAfter: 10.25,
    cacheRewriteTokens: 6,
    usage: { ...usage, cacheReadTokens: 13, outputTokens: 17 },
    estimated: true,
  })
  const losing = aReceipt({ tokensBefore: 5, tokensAfter: 4, effectiveTokensBefore: 1, effectiveTokensAfter: 3.5 })
  const uncounted = aReceipt({ outcome: 'observed', reason: 'engine-timeout', tokensSaved: 2 })

  it('have a figure of its own for all that a receipt says', () => {
    expect(sumsOf(gaining)).toEqual({
      exchanges: 1,
      counted: 1,
      outcomes: { observed: 1 },
      reasons: { 'engine-timeout': 1 },
      tokensBefore: 100,
      tokensAfter: 70,
      effectiveBefore: 30.5,
      effectiveAfter: 10.25,
      gained: 20.25,
      givenBack: 0,
      observedTokens: 41,
      cacheRewriteTokens: 6,
      providerCacheReadTokens: 13,
      outputTokens: 17,
      estimatedExchanges: 1,
    })
  })

  it('have every figure of each in them, but of what was saved only what was observed as observed', () => {
    expect(total([gaining, losing, uncounted].map(sumsOf))).toEqual({
      exchanges: 3,
      counted: 2,
      outcomes: { compacted: 1, observed: 2 },
      reasons: { 'engine-timeout': 2 },
      tokensBefore: 105,
      tokensAfter: 74,
      effectiveBefore: 31.5,
      effectiveAfter: 13.75,
      gained: 20.25,
      givenBack: 2.5,
      observedTokens: 43,
      cacheRewriteTokens: 6,
      providerCacheReadTokens: 13,
      outputTokens: 17,
      estimatedExchanges: 1,
    })
  })
})

describe('sums of usage that nobody has', () => {
  it('can be written and read, however many receipts report it', () => {
    let part = emptyPart({ owner: halfHoursOwner('acme', '2026-11'), part: '21T22:30' })

    for (let receipts = 0; receipts < 3_000; receipts += 1) part = throughTable(withReceipt(part, boastful))

    expect(part.sums.exchanges).toBe(3_000)
    expect(Number.isSafeInteger(part.sums.outputTokens)).toBe(true)
    expect(part.sums.effectiveBefore).toBe(part.sums.effectiveAfter)
  })

  it('are exact as far as whole numbers are, and bounded there, below as well', () => {
    const many = { ...noSums, tokensBefore: 5e15, effectiveBefore: 91e12 + 0.01, gained: 17e12 + 0.01 }
    const few = { ...noSums, tokensBefore: 1, effectiveBefore: 0.26, gained: 0.26 }

    expect(plus(many, few)).toMatchObject({ tokensBefore: 5e15 + 1, effectiveBefore: 91e12, gained: 17e12 + 0.27 })
    expect(plus(many, many)).toMatchObject({ tokensBefore: Number.MAX_SAFE_INTEGER, effectiveBefore: 182e12 })
    const lost = { ...noSums, tokensBefore: -5e15 }
    expect(plus(lost, lost).tokensBefore).toBe(-Number.MAX_SAFE_INTEGER)
  })

  it('keep their hundredths, in whatever order they are added', () => {
    const amount = fc.integer({ min: 0, max: 870_000_000_000_000 })
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const [gained, more] = [one / 100, other / 100].map((tokens) => ({ ...noSums, gained: tokens }))
        expect(plus(gained ?? noSums, more ?? noSums).gained).toBe((one + other) / 100)
      }),
    )
  })

  it('beyond their hundredths count each exchange to half a token, gains and losses alike', () => {
    const large = 2 ** 44
    const tokens = fc.integer({ min: 0, max: 50_000_000 }).map((amount) => amount / 100)
    fc.assert(
      fc.property(fc.array(tokens, { minLength: 1, maxLength: 50 }), fc.nat(large), (amounts, more) => {
        const all = total([
          { ...noSums, gained: large + more, givenBack: large + more },
          ...amounts.map((gained) => ({ ...noSums, gained, givenBack: gained })),
        ])
        const exact = amounts.reduce((sum, one) => sum + one, 0)
        expect(Math.abs(all.gained - (large + more) - exact)).toBeLessThanOrEqual(amounts.length / 2)
        expect(netOf(all)).toBe(0)
      }),
    )
  })

  it('that are the largest can be written and read', () => {
    const part = emptyPart({ owner: halfHoursOwner('acme', '2026-11'), part: '21T22:30' })
    const largest = plus(
      { ...noSums, outputTokens: 9e15, givenBack: 9e15 },
      { ...noSums, outputTokens: 9e15, givenBack: 9e15 },
    )

    expect(throughTable({ ...part, sums: largest }).sums).toEqual(largest)
  })

  it('are read where a part of a count was written once', () => {
    const part = emptyPart({ owner: halfHoursOwner('acme', '2026-11'), part: '21T22:30' })
    const broken = { ...part, sums: { ...noSums, outputTokens: 92e12 + 0.25 } }

    expect(throughTable(broken).sums.outputTokens).toBe(92e12)
  })
})
