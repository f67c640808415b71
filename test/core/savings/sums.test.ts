// What the sums do with usage that no exchange has: an upstream of a caller's own may report any.

import { describe, expect, it } from 'vitest'
import { partItem, readPart } from '../../../adapters/dynamo/ledger/savings-items.ts'
import { plainItem, wireItem } from '../../../adapters/dynamo/wire.ts'
import { emptyPart, withReceipt } from '../../../core/savings/fold.ts'
import { halfHoursOwner } from '../../../core/savings/parts.ts'
import { noSums, plus } from '../../../core/savings/sums.ts'
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

describe('sums of usage that nobody has', () => {
  it('can be written and read, however many receipts report it', () => {
    let part = emptyPart({ owner: halfHoursOwner('acme', '2026-11'), part: '21T22:30' })

    for (let receipts = 0; receipts < 3_000; receipts += 1) part = throughTable(withReceipt(part, boastful))

    expect(part.sums.exchanges).toBe(3_000)
    expect(Number.isSafeInteger(part.sums.outputTokens)).toBe(true)
    expect(part.sums.effectiveBefore).toBe(part.sums.effectiveAfter)
  })

  it('stay bounded below as well', () => {
    const lost = { ...noSums, tokensBefore: -80e12 }

    expect(plus(lost, lost).tokensBefore).toBe(-90e12)
  })

  it('are read where a part of a count was written once', () => {
    const part = emptyPart({ owner: halfHoursOwner('acme', '2026-11'), part: '21T22:30' })
    const broken = { ...part, sums: { ...noSums, outputTokens: 92e12 + 0.25 } }

    expect(throughTable(broken).sums.outputTokens).toBe(92e12)
  })
})
