import { decodeTime, isValid } from 'ulid'
import { expect, it } from 'vitest'
import { exchangeId } from '../../../lambdas/platform/exchange-id.ts'

it('is a ULID of its time and never repeats, over every refill of random numbers', () => {
  const now = 1_790_000_000_000
  const ids = Array.from({ length: 5_000 }, () => exchangeId(now))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isValid)).toBe(true)
  expect(ids.map(decodeTime)).toEqual(ids.map(() => now))
  expect(exchangeId(now + 1) > exchangeId(now)).toBe(true)
  // Every character of the random part takes every value of its alphabet.
  for (let index = 10; index < 26; index += 1) expect(new Set(ids.map((id) => id[index])).size).toBe(32)
})
