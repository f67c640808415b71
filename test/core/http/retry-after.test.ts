import { expect, it } from 'vitest'
import { limitRetryAfterSeconds } from '../../../core/http/retry-after.ts'

it.each([
  [0, 1],
  [1, 1],
  [1_000_000, 1],
  [1_000_001, 2],
  [60_000_000, 60],
])('Retry-After of %i microseconds is %i s', (microseconds, seconds) => {
  expect(limitRetryAfterSeconds(microseconds)).toBe(seconds)
})
