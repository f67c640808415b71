// Variables that are numbers, as a start script or a Compose file may leave them.

import { describe, expect, it } from 'vitest'
import { fraction, whole, wholeIfSet } from '../../lambdas/number-setting.ts'

const bounds = { least: 0, most: 60, usual: 5 }

describe('a variable that is a number', () => {
  it.each([
    [undefined, 5],
    ['', 5],
    [' ', 5],
    ['0', 0],
    ['60', 60],
  ])('has its usual one where it is blank: %j', (text, number) => {
    expect(whole(bounds).parse(text)).toBe(number)
    expect(fraction(bounds).parse(text)).toBe(number)
  })

  it('may have no usual one', () => {
    expect(['', undefined, '7'].map((text) => wholeIfSet(bounds).parse(text))).toEqual([undefined, undefined, 7])
  })

  it.each(['-1', '61', '5s', 'NaN', 'Infinity'])('is refused: %s', (text) => {
    for (const schema of [whole(bounds), fraction(bounds), wholeIfSet(bounds)])
      expect(schema.safeParse(text).success).toBe(false)
  })

  it('is whole, or may have a fraction', () => {
    expect([whole(bounds), wholeIfSet(bounds)].map((schema) => schema.safeParse('0.3').success)).toEqual([false, false])
    expect(fraction(bounds).parse('0.3')).toBe(0.3)
  })
})
