import { describe, expect, it } from 'vitest'
import { coldAtOf, isCold, isStale } from '../../../../core/chain/held/cache-state.ts'

describe('whether what was sent can still be cached', () => {
  it.each([
    ['just sent', 300_000, 1_000, false],
    ['over its lifetime by less than clocks are apart', 300_000, 479_000, false],
    ['well over its lifetime', 300_000, 481_000, true],
    ['over a long lifetime by less than a fifth', 3_600_000, 4_319_000, false],
    ['well over a long lifetime', 3_600_000, 4_321_000, true],
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
