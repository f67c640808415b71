// The clairvoyant plan's view of the least length: which requests travel whole because they would not be cached otherwise.

import { describe, expect, it } from 'vitest'
import { isHeld, tooShortOf } from '../../../eval/cost/strategies/too-short.ts'

const setting = { provider: 'anthropic', dialect: 'messages', model: 'claude-haiku-4-5' } as const
const sizes = (...tokens: readonly number[]) =>
  tokens.map((uncached) => ({
    prompt: { model: '', blocks: [], results: [] },
    input: { read: 0, written: 0, writtenLong: 0, uncached },
    added: 0,
  }))

describe('a request travels whole', () => {
  it('when it is cached as it came, and not in its shortest form', () => {
    const tooShort = tooShortOf(setting, sizes(3_000, 4_200, 5_000, 6_000), sizes(3_000, 3_500, 4_000, 4_500))
    expect([0, 1, 2, 3].filter((request) => isHeld(tooShort, request))).toEqual([1, 2])
  })

  it('not when both are cached, or neither is', () => {
    const together = tooShortOf(setting, sizes(3_000, 5_000), sizes(2_000, 4_500))
    expect([0, 1].filter((request) => isHeld(together, request))).toEqual([])
    expect(together).toEqual({ cachedFrom: 1, shortFrom: 1 })
    const never = tooShortOf(setting, sizes(1_000, 2_000), sizes(1_000, 1_500))
    expect([0, 1].filter((request) => isHeld(never, request))).toEqual([])
  })
})
