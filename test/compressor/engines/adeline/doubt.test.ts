import { describe, expect, it } from 'vitest'
import { levelInDoubt, levelOf } from '../../../../compressor/engines/adeline/cutting/operating-point.ts'
import { adeline, adelineByRecords } from '../../../../compressor/engines/adeline/editions.ts'
import { levels } from '../../../../compressor/engines/adeline/weighing/thresholds.ts'

const leftOf = (engine: typeof adeline, text: string, budget: number): number => {
  const result = engine.compress(text, { budget })
  return 'kept' in result ? result.tokensAfter : result.tokensBefore
}

describe('doubt', () => {
  it('lowers a level for every strange feature, but never below the default', () => {
    const level = levelOf(0.77)
    expect(levelInDoubt(level, { ranked: 10, strange: 0 })).toBe(level)
    expect(levelInDoubt(level, { ranked: 10, strange: 10 })).toBe(level - levels.perStrangeFeature)
    expect(levelInDoubt(level, { ranked: 10, strange: 500 })).toBe(levels.usual)
    expect(levelInDoubt(3, { ranked: 10, strange: 500 })).toBe(3)
    expect(levelInDoubt(level, { ranked: 0, strange: 0 })).toBe(level)
  })

  it('keeps more of a text whose like was never met', () => {
    const words = Array.from({ length: 400 }, (_, at) => `omega${at % 90}_Total`)
    const text = Array.from({ length: 60 }, (_, at) => `${words.slice(at, at + 90).join(' ')} ${at * 7}`).join('\n')
    expect(leftOf(adeline, text, 0.85)).toBeGreaterThan(leftOf(adelineByRecords, text, 0.85))
  })

  it('leaves a familiar text to the budget', () => {
    const text = Array.from(
      { length: 40 },
      (_, at) => `./shop/parcel/stock_${at % 9}.py:${at + 12}:    total = count_parcels(stock_${at}, limit=${at * 3})`,
    ).join('\n')
    expect(leftOf(adeline, text, 0.85)).toBe(leftOf(adelineByRecords, text, 0.85))
  })
})
