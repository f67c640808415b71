import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Charge } from '../../../../core/access/limits/counters.ts'
import {
  maxRequestsPerMinute,
  maxTokensPerMinute,
  requestCharge,
  step,
  tokenCharge,
} from '../../../../core/access/limits/gcra.ts'
import { limitRetryAfterSeconds } from '../../../../core/http/retry-after.ts'

const start = Date.parse('2026-11-03T10:00:00.000Z') * 1000
const second = 1_000_000
const minute = 60 * second

/** Repeats the charge at one instant until it is refused. */
const burst = (charge: Charge, now: number, from?: number): { admitted: number; tat: number | undefined } => {
  let tat = from
  let admitted = 0
  for (;;) {
    const outcome = step(tat, charge, now)
    if (!outcome.admitted) return { admitted, tat }
    tat = outcome.tat
    admitted += 1
  }
}

const limits = fc.integer({ min: 1, max: 3000 })
const charges = fc.oneof(
  limits.map((limit) => requestCharge('c', limit)),
  fc
    .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 2_000_000 }))
    .map(([limit, tokens]) => tokenCharge('c', limit, tokens)),
)

describe('a charge', () => {
  it('is a whole number of microseconds that fits into its burst, for every limit that can be set', () => {
    const requests = fc.integer({ min: 1, max: maxRequestsPerMinute }).map((limit) => requestCharge('c', limit))
    const tokens = fc
      .tuple(fc.integer({ min: 1, max: maxTokensPerMinute }), fc.integer({ min: 1, max: 2_000_000 }))
      .map(([limit, count]) => tokenCharge('c', limit, count))
    fc.assert(
      fc.property(fc.oneof(requests, tokens), ({ increment, tolerance }) => {
        expect(Number.isSafeInteger(increment) && Number.isSafeInteger(tolerance)).toBe(true)
        expect(increment).toBeGreaterThanOrEqual(1)
        expect(increment).toBeLessThanOrEqual(tolerance)
        expect(tolerance).toBeLessThanOrEqual(minute)
      }),
    )
  })

  it.each([
    [60, { increment: second, tolerance: minute }],
    [7, { increment: 8_571_428, tolerance: 59_999_996 }],
    [1, { increment: minute, tolerance: minute }],
  ])('of one request at a limit of %i per minute has these microseconds', (limit, expected) => {
    expect(requestCharge('c', limit)).toEqual({ counter: 'c', ...expected })
  })

  it.each([
    ['the tokens’ share of a minute', 1000, 100, 6_000_000],
    ['rounded up', 7, 1, 8_571_429],
    ['the whole burst', 1000, 1000, minute],
    ['no more than the whole burst', 1000, 1_000_000, minute],
  ])('of tokens is %s', (_why, limit, tokens, increment) => {
    expect(tokenCharge('c', limit, tokens)).toEqual({ counter: 'c', increment, tolerance: minute })
  })
})

describe('the steps of a counter', () => {
  it('admit a burst of exactly the limit when it was idle', () => {
    fc.assert(
      fc.property(limits, fc.nat(10 * minute), (limit, idle) => {
        expect(burst(requestCharge('c', limit), start).admitted).toBe(limit)
        expect(burst(requestCharge('c', limit), start + idle, start).admitted).toBe(limit)
      }),
    )
  })

  it('admit no more than the burst plus the rate in any period', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 5 * second }), { maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), gaps, (limit, waits) => {
        const charge = requestCharge('c', limit)
        const admittedAt: number[] = []
        let now = start
        let tat: number | undefined
        for (const wait of waits) {
          now += wait
          const outcome = step(tat, charge, now)
          if (!outcome.admitted) continue
          tat = outcome.tat
          admittedAt.push(now)
        }
        for (const [first, from] of admittedAt.entries())
          for (const [last, to] of admittedAt.entries())
            if (last >= first)
              expect(last - first + 1).toBeLessThanOrEqual(limit + Math.floor((to - from) / charge.increment))
      }),
    )
  })

  it('admit a request of any size when it was idle', () => {
    expect(step(undefined, tokenCharge('c', 10, 1_500_000), start).admitted).toBe(true)
    expect(step(start - 1, tokenCharge('c', 10, 1_500_000), start).admitted).toBe(true)
  })

  it('state the exact wait: after it the charge is admitted, a microsecond earlier it is not', () => {
    fc.assert(
      fc.property(charges, charges, fc.integer({ min: 0, max: minute }), (before, charge, later) => {
        const used = burst(before, start)
        const now = start + later
        const outcome = step(used.tat, charge, now)
        fc.pre(!outcome.admitted)

        const wait = outcome.retryAfterMicroseconds
        expect(wait).toBeGreaterThan(0)
        expect(step(used.tat, charge, now + wait).admitted).toBe(true)
        expect(step(used.tat, charge, now + wait - 1).admitted).toBe(false)

        const seconds = limitRetryAfterSeconds(wait)
        expect(step(used.tat, charge, now + seconds * second).admitted).toBe(true)
        if (seconds > 1) expect(step(used.tat, charge, now + (seconds - 1) * second).admitted).toBe(false)
      }),
    )
  })

  it('leave the counter unchanged when they refuse', () => {
    const charge = requestCharge('c', 1)
    const { tat } = step(undefined, charge, start)

    expect(step(tat, charge, start)).toEqual({ admitted: false, retryAfterMicroseconds: minute, tat })
  })
})
