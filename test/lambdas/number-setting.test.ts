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

  it.each(['x', '61', '-1'])('is refused in words that name its ends: %s', (text) => {
    const faultsOf = (schema: ReturnType<typeof whole>) =>
      schema.safeParse(text).error?.issues.map(({ message }) => message)
    expect(faultsOf(whole(bounds))).toEqual(['must be a whole number from 0 to 60'])
    expect(faultsOf(fraction(bounds))).toEqual(['must be a number from 0 to 60'])
    expect(wholeIfSet(bounds).safeParse(text).error?.issues[0]?.message).toBe('must be a whole number from 0 to 60')
  })

  it('is whole, or may have a fraction', () => {
    expect([whole(bounds), wholeIfSet(bounds)].map((schema) => schema.safeParse('0.3').success)).toEqual([false, false])
    expect(fraction(bounds).parse('0.3')).toBe(0.3)
  })
})
