// The arithmetic behind the tables of `npm run bench`.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, pairedDifferences, percentile, randomFrom, shuffled } from '../../../testkit/report/statistics.ts'

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

describe('chance', () => {
  it('is the same for the same seed, another for another, and spread over 0 up to 1', () => {
    const draw = (seed: number): number[] => Array.from({ length: 1_000 }, randomFrom(seed))
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    const drawn = draw(1)
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true)
    for (const tenth of Array.from({ length: 10 }, (_, index) => index / 10))
      expect(drawn.filter((number) => number >= tenth && number < tenth + 0.1).length).toBeGreaterThan(60)
  })

  it('orders without losing or repeating anything, every order equally often', () => {
    const random = randomFrom(7)
    const counts = new Map<string, number>()
    for (let draw = 0; draw < 6_000; draw += 1) {
      const order = shuffled(['a', 'b', 'c'], random).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })
})
