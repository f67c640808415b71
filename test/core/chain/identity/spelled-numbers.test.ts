// A session that another language goes on with has its numbers spelled by that.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headsOfTexts, toldBy } from '../conversations.ts'

const headOf = (number: string) =>
  toldBy(
    headsOfTexts('messages', [
      '{"role":"user","content":"go"}',
      `{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{"limit":${number},"more":[${number}]}}]}`,
      '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"a"}]}',
    ])?.own,
  )

describe('a number that a call is given', () => {
  it.each([
    ['1.0', '1'],
    ['1e3', '1000'],
    ['1E+3', '1000.0'],
    ['0.10', '0.1'],
    ['-2.50', '-2.5'],
    ['1e-7', '0.0000001'],
  ])('is the same as %s and as %s', (one, other) => {
    expect(headOf(one)).toEqual(headOf(other))
  })

  it.each([
    ['1', '2'],
    ['1.5', '1'],
    ['12345678901234567890', '12345678901234567891'],
    ['1e400', '1e401'],
  ])('is another one as %s and as %s', (one, other) => {
    expect(headOf(one)).not.toEqual(headOf(other))
  })

  it('is what JSON makes of it, whoever writes it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(headOf(JSON.stringify(value))).toEqual(headOf(value.toExponential()))
      }),
      { numRuns: 200 },
    )
  })
})
