// Several charges as one step admit exactly what one step after the other admits.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Charge } from '../../../../core/access/limits/counters.ts'
import { step, tokenCharge } from '../../../../core/access/limits/gcra.ts'
import { groupStep } from '../../../../core/access/limits/group-step.ts'

const start = Date.parse('2026-11-03T10:00:00.000Z') * 1000

const charges = fc
  .record({
    limit: fc.integer({ min: 1, max: 5_000 }),
    tokens: fc.array(fc.integer({ min: 1, max: 6_000 }), { minLength: 1 }),
  })
  .map(({ limit, tokens }) => tokens.map((count) => tokenCharge('c', limit, count)))
const tats = fc.option(
  fc.integer({ min: -90_000_000, max: 90_000_000 }).map((offset) => start + offset),
  { nil: undefined },
)

const oneByOne = (tat: number | undefined, list: readonly Charge[]) => {
  let reached = tat
  const outcomes = list.map((charge) => {
    const { tat: after, ...outcome } = step(reached, charge, start)
    if (outcome.admitted) reached = after
    return outcome
  })
  return { outcomes, reached }
}

it('decides as one step after the other does, and moves the counter as far', () => {
  fc.assert(
    fc.property(tats, charges, (tat, list) => {
      const { outcomes, total } = groupStep(tat, list, start)
      const expected = oneByOne(tat, list)

      expect(outcomes).toEqual(expected.outcomes)
      if (total > 0) expect(Math.max(tat ?? start, start) + total).toBe(expected.reached)
    }),
  )
})

it('names the latest state from which all that it admits is still admitted', () => {
  fc.assert(
    fc.property(tats, charges, (tat, list) => {
      const { outcomes, latest, total } = groupStep(tat, list, start)
      fc.pre(total > 0)
      const admitted = list.filter((_, index) => outcomes[index]?.admitted)
      const all = (from: number): boolean => groupStep(from, admitted, start).outcomes.every((one) => one.admitted)

      expect(all(latest)).toBe(true)
      expect(all(latest + 1)).toBe(latest < start)
    }),
  )
})
