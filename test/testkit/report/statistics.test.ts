// The arithmetic behind the tables of `npm run bench`.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, pairedDifferences, percent, percentile } from '../../../testkit/report/statistics.ts'

const samples = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 200 })

describe('percentiles', () => {
  it('are nearest ranks', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect([1, 50, 99, 100].map((percent) => percentile(hundred, percent))).toEqual([1, 50, 99, 100])
    expect(percentile([7], 1)).toBe(7)
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 3, 2])).toBe(2)
  })

  it('are samples, with enough of the others at or below them, and not before', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 100 }), (taken, percent) => {
        const value = percentile(taken, percent)
        expect(taken).toContain(value)
        const needed = (percent / 100) * taken.length
        expect(taken.filter((sample) => sample <= value).length).toBeGreaterThanOrEqual(needed)
        expect(taken.filter((sample) => sample < value).length).toBeLessThan(needed)
      }),
    )
  })

  it('leave the samples in their order', () => {
    const taken = [3, 1, 2]
    median(taken)
    expect(taken).toEqual([3, 1, 2])
  })

  it('need a sample', () => {
    expect(() => median([])).toThrow('There are no samples.')
  })
})

describe('paired differences', () => {
  it('are taken pair by pair: what falls on both cancels out', () => {
    const disturbed = [1, 50, 2, 9]
    expect(
      pairedDifferences(
        disturbed.map((value) => value + 3),
        disturbed,
      ),
    ).toEqual([3, 3, 3, 3])
  })

  it('need a partner for every sample', () => {
    expect(() => pairedDifferences([1, 2], [1])).toThrow('Every sample needs its partner.')
  })
})

it('a share is told in percent with one decimal, and one of nothing as a dash', () => {
  expect([0.1234, 1, 0, -0.0001, -0.5].map(percent)).toEqual(['12.3', '100.0', '0.0', '0.0', '-50.0'])
  expect([0 / 0, 1 / 0, undefined].map(percent)).toEqual(['–', '–', '–'])
})
