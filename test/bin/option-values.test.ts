// What stands behind an option: numbers within bounds, and names with commas.

import { describe, expect, it } from 'vitest'
import { namesIn, numberIn, wholeNumberIn } from '../../bin/option-values.ts'
import { UsageFault } from '../../bin/usage-fault.ts'

describe('names with commas', () => {
  const fruits = ['apple', 'pear', 'plum'] as const

  it('stand in the order of those that are known, each once', () => {
    expect(namesIn('plum, apple,plum', fruits, ['pear'])).toEqual(['apple', 'plum'])
  })

  it('are the fallback where there is no list', () => {
    expect(namesIn(undefined, fruits, ['pear'])).toEqual(['pear'])
  })

  it.each(['cherry', 'apple,cherry', ''])('are refused where one is not known: "%s"', (list) => {
    expect(() => namesIn(list, fruits, [])).toThrow(UsageFault)
    expect(() => namesIn(list, fruits, [])).toThrow('known are apple, pear, plum.')
  })
})

describe('a number', () => {
  it('may be at both bounds', () => {
    expect(numberIn('budget', '0', 0, 1)).toBe(0)
    expect(numberIn('budget', '1', 0, 1)).toBe(1)
    expect(numberIn('budget', '0.5', 0, 1)).toBe(0.5)
  })

  it.each(['-0.1', '1.1', 'half', 'NaN'])('is refused beyond them: %s', (text) => {
    expect(() => numberIn('budget', text, 0, 1)).toThrow(new UsageFault('--budget takes a number from 0 to 1.'))
  })
})

describe('a whole number', () => {
  it('may be the lowest', () => {
    expect(wholeNumberIn('repeat', '1', 1)).toBe(1)
    expect(wholeNumberIn('seed', '0', 0)).toBe(0)
  })

  it.each(['0', '1.5', 'two', '9007199254740993', 'Infinity'])('is refused otherwise: %s', (text) => {
    expect(() => wholeNumberIn('repeat', text, 1)).toThrow(new UsageFault('--repeat takes a whole number from 1 on.'))
  })
})
