import { describe, expect, it } from 'vitest'
import { levelInDoubt, levelOf } from '../../../../compressor/engines/adeline/cutting/operating-point.ts'
import { adeline, adelineByRecords } from '../../../../compressor/engines/adeline/editions.ts'
import { doubt, levels } from '../../../../compressor/engines/adeline/weighing/thresholds.ts'

const leftOf = (engine: typeof adeline, text: string, budget: number): number => {
  const result = engine.compress(text, { budget })
  return 'kept' in result ? result.tokensAfter : result.tokensBefore
}

describe('doubt', () => {
  it('lowers a level for every strange feature, but never below the default', () => {
    const level = levelOf(0.77)
    expect(levelInDoubt(level, { ranked: 10, strange: 0 })).toBe(level)
    expect(levelInDoubt(level, { ranked: 10, strange: 10 })).toBe(level - doubt.perStrangeFeature)
    expect(levelInDoubt(level, { ranked: 10, strange: 500 })).toBe(levels.usual)
    expect(levelInDoubt(3, { ranked: 10, strange: 500 })).toBe(3)
    expect(levelInDoubt(level, { ranked: 0, strange: 0 })).toBe(level)
  })

  it('yields to a budget that asks for nearly everything, and a greater budget is never a smaller one', () => {
    const met = Array.from({ length: 51 }, (_, step) =>
      levelInDoubt(levelOf(0.5 + step / 100), { ranked: 10, strange: 31 }),
    )
    expect(met).toEqual([...met].sort((one, other) => one - other))
    expect(met.at(-1)).toBe(levelOf(1))
    expect(levelInDoubt(levelOf(0.86), { ranked: 1, strange: 60 })).toBe(levelOf(0.86))
  })

  it('keeps more of a text whose like was never met', () => {
    const words = Array.from({ length: 400 }, (_, at) => `omega${at % 90}_Total`)
    const text = Array.from({ length: 60 }, (_, at) => `${words.slice(at, at + 90).join(' ')} ${at * 7}`).join('\n')
    expect(leftOf(adeline, text, 0.77)).toBeGreaterThan(leftOf(adelineByRecords, text, 0.77))
  })

  it('leaves a familiar text to the budget', () => {
    const rows = Array.from({ length: 80 }, (_, at) => `${at},stock,ada,${(at * 37) % 900}`)
    const text = `id,name,owner,amount\n${rows.join('\n')}`
    expect(leftOf(adeline, text, 0.77)).toBeLessThan(leftOf(adeline, text, 0.5))
    expect(leftOf(adeline, text, 0.77)).toBe(leftOf(adelineByRecords, text, 0.77))
  })
})
