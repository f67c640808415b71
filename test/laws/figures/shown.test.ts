// What is shown of a figure, in each of the product's ways to write one, is that figure.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dollarsText, less, whole } from '../../../bin/operator/output/figures.ts'
import { percentText } from '../../../core/savings/percent.ts'
import { compact, dollars, exact, percent, signed } from '../../../dashboard/page/data/format.ts'
import { wrongWith, wrongWithShare } from './shown.ts'

/** Hundredths of tokens: few, some, and as many as sums can be. */
const hundredths = fc
  .oneof(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -300_000, max: 300_000 }), fc.maxSafeInteger())
  .map((value) => value / 100)
const money = fc.oneof(
  hundredths,
  fc.double({ min: -1, max: 1, noNaN: true }).map((value) => value ** 5),
)

describe('a figure', () => {
  it.each([
    ['compact', compact],
    ['signed', signed],
    ['exact', exact],
    ['whole', whole],
  ] as const)('that %s writes is as large as it says', (_name, write) => {
    fc.assert(
      fc.property(hundredths, (value) => {
        expect(wrongWith(write(value), value)).toBeUndefined()
      }),
    )
  })

  it('that is the rest of adding fractions is nothing', () =>
    expect([compact, exact, whole].map((write) => write(0.1 + 0.2 - 0.3))).toEqual(['0', '0', '0']))

  it.each([
    ['the page', dollars, 0.01],
    ['the operator’s commands', dollarsText, 0.0001],
  ] as const)('in dollars of %s says how much less than its least digit it is', (_name, write, least) => {
    fc.assert(
      fc.property(money, (value) => {
        const text = write(value)
        expect(wrongWith(text, value)).toBeUndefined()
        expect(text.includes('<')).toBe(value !== 0 && Math.abs(value) < least)
        expect(text.startsWith('−')).toBe(value < 0)
      }),
    )
  })
})

describe('a share', () => {
  const parts = fc.tuple(
    hundredths,
    fc.oneof(fc.nat(1_000), fc.nat(1e12)).map((value) => (value + 1) / 100),
  )

  it('fits the figures beside it', () => {
    fc.assert(
      fc.property(parts, ([part, all]) => {
        fc.pre(Math.abs(part / all) < 1e6)
        const value = (part / all) * 100
        expect(wrongWithShare(percent(part, all), value)).toBeUndefined()
        expect(wrongWithShare(percentText(value), value)).toBeUndefined()
        expect(percent(part, all).startsWith('−')).toBe(part < 0)
        const change = less(all, Math.abs(part))
        expect(wrongWithShare(change, ((Math.abs(part) - all) / all) * 100)).toBeUndefined()
      }),
      { numRuns: 400 },
    )
  })
})
