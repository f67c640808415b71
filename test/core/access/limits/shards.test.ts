// Limits that are spread over shards: the shares never exceed the limit, are short of it by little, and take every charge.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Charge, Spread } from '../../../../core/access/limits/counters.ts'
import {
  maxRequestsPerMinute,
  maxTokensPerMinute,
  requestCharge,
  step,
  tokenCharge,
} from '../../../../core/access/limits/gcra.ts'
import { onAllShards, onShard } from '../../../../core/access/limits/shards.ts'

const start = Date.parse('2026-11-03T10:00:00.000Z') * 1000
const minute = 60_000_000
const high = fc.integer({ min: 30_001, max: maxRequestsPerMinute })

const spreadOf = ({ spread }: Charge): Spread => spread ?? expect.fail('not spread')

/** Charges that one counter admits at once from idle. */
const burst = (charge: Charge): number => Math.floor(charge.tolerance / charge.increment)

describe('a limit of requests', () => {
  it('is one exact counter up to 500 a second', () => {
    expect(requestCharge('c', 30_000).spread).toBeUndefined()
    expect(requestCharge('c', 30_001).spread?.shards).toBe(11)
  })

  it('is spread so that no shard takes more than 50 a second', () => {
    fc.assert(
      fc.property(high, (limit) => {
        const { increment } = spreadOf(requestCharge('c', limit))
        expect(1_000_000 / increment).toBeLessThanOrEqual(50)
      }),
    )
  })

  it('is never exceeded by its shares, and short by less than a thousandth', () => {
    fc.assert(
      fc.property(high, (limit) => {
        const charge = requestCharge('c', limit)
        const spread = spreadOf(charge)
        const shares = Array.from({ length: spread.shards }, (_, shard) => onShard(charge, spread, shard))
        const bursts = shares.reduce((sum, share) => sum + burst(share ?? expect.fail('too large')), 0)
        const perMinute = (spread.shards * minute) / spread.increment

        expect(bursts).toBeLessThanOrEqual(limit)
        expect(perMinute).toBeLessThanOrEqual(limit)
        expect(Math.min(bursts, perMinute)).toBeGreaterThan(limit * 0.999)
      }),
    )
  })

  it('has a counter of its own for every shard', () => {
    const charge = requestCharge('account#acme#requests', 100_000)
    const spread = spreadOf(charge)
    const names = Array.from({ length: spread.shards }, (_, shard) => onShard(charge, spread, shard)?.counter)

    expect(new Set(names).size).toBe(spread.shards)
    expect(names[0]).toBe('account#acme#requests#0')
  })
})

describe('a limit of tokens', () => {
  it('is one exact counter until two bodies of any size fit into a minute of it twice over', () => {
    expect(tokenCharge('c', 7_999_999, 1).spread).toBeUndefined()
    expect(tokenCharge('c', 8_000_000, 1).spread?.shards).toBe(2)
    expect(tokenCharge('c', maxTokensPerMinute, 1).spread?.shards).toBe(64)
  })

  it('takes the largest body on one shard from idle, and charges it no less than the limit would', () => {
    const limits = fc.integer({ min: 8_000_000, max: maxTokensPerMinute })
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 1_600_000 }), (limit, tokens) => {
        const charge = tokenCharge('c', limit, tokens)
        const spread = spreadOf(charge)
        const share = onShard(charge, spread, 0) ?? expect.fail('too large')

        expect(step(undefined, share, start).admitted).toBe(true)
        expect(share.increment).toBeGreaterThanOrEqual((tokens * minute * spread.shards) / limit - 1)
      }),
    )
  })

  it('charges a whole minute to every shard: such a charge is too large for one', () => {
    const charge = tokenCharge('c', 20_000_000, Number.POSITIVE_INFINITY)
    const spread = spreadOf(charge)
    const parts = onAllShards(charge, spread)

    expect(onShard(charge, spread, 0)).toBeUndefined()
    expect(parts).toHaveLength(spread.shards)
    for (const part of parts) expect(burst(part)).toBe(1)
  })
})
