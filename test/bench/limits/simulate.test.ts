// Limits from one request a second to thousands, on the adapter that ships over a table that behaves as DynamoDB documents:
// never over the limit, short of it by little, at about one write a request. `npm run bench:limits` prints the whole table.

import { describe, expect, it } from 'vitest'
import { type Load, simulate } from '../../../bench/limits/simulate.ts'

const load = (given: Partial<Load>): Load => ({
  requestsPerSecond: 100,
  use: 0.5,
  seconds: 10,
  processes: 'lambda',
  seed: 7,
  ...given,
})

describe('below its limit', () => {
  it.each([
    { requestsPerSecond: 1, use: 0.5, seconds: 600 },
    { requestsPerSecond: 100, use: 0.05 },
    { requestsPerSecond: 1_000, use: 0.5, seconds: 5 },
    { requestsPerSecond: 5_000, use: 0.95, seconds: 2 },
    { requestsPerSecond: 5_000, use: 0.95, seconds: 2, processes: 10 },
  ] as const)(
    'an account of $requestsPerSecond requests a second is never refused, at 1.1 writes a request',
    async (given) => {
      const { requests, admitted, writes, throttled, unasked } = await simulate(load(given))

      expect([admitted, throttled, unasked]).toEqual([requests, 0, 0])
      expect(writes / requests).toBeLessThan(1.1)
    },
  )
})

describe('above its limit', () => {
  it.each([
    { requestsPerSecond: 100, use: 2 },
    { requestsPerSecond: 1_000, use: 2, seconds: 5 },
    { requestsPerSecond: 5_000, use: 2, seconds: 2 },
    { requestsPerSecond: 5_000, use: 10, seconds: 2 },
    { requestsPerSecond: 5_000, use: 3_000, seconds: 2 },
    { requestsPerSecond: 5_000, use: 2, seconds: 2, processes: 10 },
  ] as const)(
    'an account of $requestsPerSecond requests a second gets its limit and no more, at $use times of it',
    async (given) => {
      const { admitted, exactlyAdmitted, shards, unasked } = await simulate(load(given))

      expect(admitted).toBeLessThanOrEqual(exactlyAdmitted)
      // From the start each shard admits its first one a little later than one counter would.
      expect(admitted).toBeGreaterThan(exactlyAdmitted * 0.995 - shards)
      // None was decided by a process alone: that would be no limit at all.
      expect(unasked).toBe(0)
    },
  )
})
