import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parameterValues, withoutParameters } from '../../../core/upstream/query-parameters.ts'

describe('query parameters', () => {
  it.each([
    ['key=a', ['a'], ''],
    ['alt=sse&key=a%2Fb&x', ['a/b'], 'alt=sse&x'],
    ['%6Bey=a', ['a'], ''],
    ['key=a&key=b', ['a', 'b'], ''],
    ['key', [''], ''],
    ['keys=a&Key=b', [], 'keys=a&Key=b'],
    ['', [], ''],
  ])('of %j are read and removed by their decoded names', (query, values, rest) => {
    expect(parameterValues(query, ['key'])).toEqual(values)
    expect(withoutParameters(query, ['key'])).toBe(rest)
  })

  it('keep their bytes if none is removed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (query) => {
        expect(withoutParameters(query, [])).toBe(query)
        if (parameterValues(query, ['a-name']).length === 0) expect(withoutParameters(query, ['a-name'])).toBe(query)
      }),
    )
  })
})
