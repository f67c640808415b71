import fc from 'fast-check'
import { expect, it } from 'vitest'
import { percentText } from '../../../core/savings/percent.ts'

it.each([
  [0, '0 %'],
  [0.0001, '< 0.1 %'],
  [0.049, '< 0.1 %'],
  [0.05, '0.1 %'],
  [-0.5, '0.5 %'],
  [9.94, '9.9 %'],
  [9.96, '10 %'],
  [12.4, '12 %'],
  [99.4, '99 %'],
  [99.7, '99.7 %'],
  [99.99, '> 99.9 %'],
  [100, '100 %'],
  [100.01, '> 100 %'],
  [100.3, '100.3 %'],
  [130.2, '130 %'],
])('%d is %s', (value, text) => expect(percentText(value)).toBe(text))

it('only nothing is 0 %, and only the whole is 100 %', () =>
  fc.assert(
    fc.property(fc.double({ min: 0, max: 200, noNaN: true }), (value) => {
      const text = percentText(value)
      expect([/^0(\.0)? %/.test(text), /^100(\.0)? %/.test(text)]).toEqual([value === 0, value === 100])
    }),
  ))
