// Which requests their provider may have cached although it has not served them.

import { describe, expect, it } from 'vitest'
import { isPerhapsTakenIn } from '../../../../core/exchange/receipt/not-served.ts'

describe('a request that may be cached', () => {
  it.each([200, 201, 500, 502, 504])('was answered with %d', (status) => {
    expect(isPerhapsTakenIn({ status })).toBe(true)
  })

  it('reached an upstream from which no answer came, whatever its client was told', () => {
    expect(isPerhapsTakenIn({ status: 502, failure: { reached: true } })).toBe(true)
    expect(isPerhapsTakenIn({ status: 499, failure: { reached: true } })).toBe(true)
  })
})

describe('a request that surely is not', () => {
  it.each([300, 307, 400, 401, 413, 429, 503, 529])('was refused with %d', (status) => {
    expect(isPerhapsTakenIn({ status })).toBe(false)
  })

  it('never reached its upstream', () => {
    expect(isPerhapsTakenIn({ status: 502, failure: { reached: false } })).toBe(false)
  })
})
