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

/** All of them in what was neither read nor written for the longer lifetime before the shorter one. */
const saved = { tokensSaved: 100, tokensSavedOfRead: 0, tokensSavedOfLong: 0 }

describe('tokens that were deleted from what was written', () => {
  it('weigh what they would have been written for: the longer lifetime, or the shorter one behind it', () => {
    expect(effectiveTokensSaved(saved, usage, prices)).toBeCloseTo(125)
    expect(effectiveTokensSaved({ ...saved, tokensSavedOfLong: 40 }, usage, prices)).toBeCloseTo(40 * 2 + 60 * 1.25)
  })

  it('cost what they are written for when they should have been read: first the longer lifetime', () => {
    expect(effectiveTokensRewritten(100, usage, prices)).toBeCloseTo(100 * (2 - 0.1))
    expect(effectiveTokensRewritten(5_000, usage, prices)).toBeCloseTo(4_000 * (2 - 0.1) + 1_000 * (1.25 - 0.1))
  })

  it('weigh what the longer lifetime costs where all is written for that', () => {
    const long = { ...usage, cacheWriteTokens: 0, cacheWriteLongTokens: 8_000 }
    expect(effectiveTokensSaved(saved, long, prices)).toBeCloseTo(200)
  })

  it('weigh as much as others where all was read', () => {
    const read = { ...usage, cacheReadTokens: 10_000, cacheWriteTokens: 0, cacheWriteLongTokens: 0 }
    expect(effectiveTokensSaved({ ...saved, tokensSavedOfRead: 40 }, read, prices)).toBeCloseTo(64)
    const oneLeft = { ...read, cacheReadTokens: 9_999 }
    expect(effectiveTokensSaved({ ...saved, tokensSavedOfRead: 40 }, oneLeft, prices)).toBeCloseTo(64)
  })

  it('weigh what a read costs where the provider would have read them', () => {
    expect(effectiveTokensSaved({ ...saved, tokensSavedOfRead: 100 }, usage, prices)).toBeCloseTo(10)
  })

  it('cost what a read would have spared where writing costs nothing of its own, and nothing where it would have spared nothing', () => {
    const unwritten = { ...usage, cacheWriteTokens: 0, cacheWriteLongTokens: 0 }
    expect(effectiveTokensRewritten(100, unwritten, { ...prices, write: 1 })).toBeCloseTo(90)
    expect(effectiveTokensRewritten(100, unwritten, { ...prices, read: 1 })).toBe(0)
  })
})
