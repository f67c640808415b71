// What deleted tokens would have weighed.

import { describe, expect, it } from 'vitest'
import { effectiveTokensRewritten, effectiveTokensSaved } from '../../../core/ledger/effective.ts'

const prices = { read: 0.1, write: 1.25, writeLong: 2 }
const usage = {
  inputTokens: 10_000,
  cacheReadTokens: 2_000,
  cacheWriteTokens: 4_000,
  cacheWriteLongTokens: 4_000,
  outputTokens: 1,
}

describe('tokens that were deleted from what was written', () => {
  it('weigh what the conversation is written for, not what stands before it for longer', () => {
    expect(effectiveTokensSaved({ tokensSaved: 100, tokensSavedOfRead: 0 }, usage, prices)).toBeCloseTo(125)
    expect(effectiveTokensRewritten(100, usage, prices)).toBeCloseTo(115)
  })

  it('weigh what the longer lifetime costs where all is written for that', () => {
    const long = { ...usage, cacheWriteTokens: 0, cacheWriteLongTokens: 8_000 }
    expect(effectiveTokensSaved({ tokensSaved: 100, tokensSavedOfRead: 0 }, long, prices)).toBeCloseTo(200)
  })

  it('weigh as much as others where all was read', () => {
    const read = { ...usage, cacheReadTokens: 10_000, cacheWriteTokens: 0, cacheWriteLongTokens: 0 }
    expect(effectiveTokensSaved({ tokensSaved: 100, tokensSavedOfRead: 40 }, read, prices)).toBeCloseTo(64)
    const oneLeft = { ...read, cacheReadTokens: 9_999 }
    expect(effectiveTokensSaved({ tokensSaved: 100, tokensSavedOfRead: 40 }, oneLeft, prices)).toBeCloseTo(64)
  })

  it('weigh what a read costs where the provider would have read them', () => {
    expect(effectiveTokensSaved({ tokensSaved: 100, tokensSavedOfRead: 100 }, usage, prices)).toBeCloseTo(10)
  })

  it('cost what a read would have spared where writing costs nothing of its own, and nothing where it would have spared nothing', () => {
    const unwritten = { ...usage, cacheWriteTokens: 0, cacheWriteLongTokens: 0 }
    expect(effectiveTokensRewritten(100, unwritten, { ...prices, write: 1 })).toBeCloseTo(90)
    expect(effectiveTokensRewritten(100, unwritten, { ...prices, read: 1 })).toBe(0)
  })
})
