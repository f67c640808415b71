import { describe, expect, it } from 'vitest'
import { coldAtOf, isCold, isStale } from '../../../core/chain/cache-state.ts'

describe('whether what was sent can still be cached', () => {
  it.each([
    ['just sent', 300_000, 1_000, false],
    ['a little over its lifetime', 300_000, 359_000, false],
    ['well over its lifetime', 300_000, 361_000, true],
    ['never cached', 0, 0, true],
  ])('%s', (_why, lifetime, age, cold) => {
    expect(isCold({ coldAt: coldAtOf(1_000_000, lifetime) }, 1_000_000 + age)).toBe(cold)
  })

  it.each([
    ['used again at once', 300_000, 300_000, 59_000, false],
    ['used again later than the margin covers', 300_000, 300_000, 61_000, true],
    ['asked for longer', 300_000, 3_600_000, 1_000, true],
    ['never cached', 0, 0, 1_000, true],
  ])('a record is to be told that its conversation was %s', (_why, lifetime, asked, age, stale) => {
    expect(isStale({ coldAt: coldAtOf(1_000_000, lifetime) }, asked, 1_000_000 + age)).toBe(stale)
  })
})
