// The line through measured points.

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { slopeOf } from '../../../bench/growth/slope.ts'

it('points on a line give its slope, and lie on it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 100 }), (slope, start) => {
      const { perOne, farthest } = slopeOf([0, 1, 3, 10].map((x) => ({ x, y: start + slope * x })))
      expect(perOne).toBeCloseTo(slope, 9)
      expect(farthest).toBeCloseTo(0, 9)
    }),
  )
})

it('a point off the line is told by its distance', () => {
  const { perOne, farthest } = slopeOf([
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: 2, y: 8 },
  ])
  expect(perOne).toBe(4)
  expect(farthest).toBeCloseTo(2 / 8, 9)
})

it('one point has no slope', () => {
  expect(() => slopeOf([{ x: 1, y: 1 }])).toThrow(RangeError)
})
