import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstIndexWhere } from '../../../core/collections/first-index.ts'

it('the first of which it holds is found as by looking at each', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(21), (numbers, least) => {
      const sorted = numbers.toSorted((one, other) => one - other)
      const expected = sorted.filter((number) => number < least).length
      expect(firstIndexWhere(sorted, (number) => number >= least)).toBe(expected)
    }),
  )
})
