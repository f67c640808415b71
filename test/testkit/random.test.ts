// Random numbers that a seed repeats.

import { describe, expect, it } from 'vitest'
import { Random, randomFrom, shuffled } from '../../testkit/random.ts'

describe('random numbers', () => {
  it('are the same for the same seed, others for another, and spread over 0 up to 1', () => {
    const draw = (seed: number): number[] => Array.from({ length: 1_000 }, randomFrom(seed))
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    const drawn = draw(1)
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true)
    for (const tenth of Array.from({ length: 10 }, (_, index) => index / 10))
      expect(drawn.filter((number) => number >= tenth && number < tenth + 0.1).length).toBeGreaterThan(60)
  })

  it('order items without losing or repeating any, in every order equally often', () => {
    const random = randomFrom(7)
    const counts = new Map<string, number>()
    for (let draw = 0; draw < 6_000; draw += 1) {
      const order = shuffled(['a', 'b', 'c'], random).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })

  it('choose whole numbers below a limit, and one of several things', () => {
    const random = new Random(3)
    const drawn = Array.from({ length: 500 }, () => [random.below(4), random.pick(['a', 'b', 'c'])] as const)
    expect([...new Set(drawn.map(([number]) => number))].toSorted()).toEqual([0, 1, 2, 3])
    expect([...new Set(drawn.map(([, thing]) => thing))].toSorted()).toEqual(['a', 'b', 'c'])
  })
})
