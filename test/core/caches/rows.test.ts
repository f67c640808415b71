import { describe, expect, it } from 'vitest'
import { anthropicPrices, asElsewhere, cachePricesOf, openaiPrices, pricesOf } from '../../../core/caches/rows.ts'

const least = (model: string) => cachePricesOf(anthropicPrices, model, false).leastTokens

describe('the rows of prompt caches', () => {
  it.each([
    ['claude-opus-5-5', 512, 512],
    ['claude-fable-5', 512, 512],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 4_096, 4_096],
    ['claude-opus-4-7', 2_048, 4_096],
    ['claude-3-5-haiku-20241022', 2_048, 2_048],
    ['claude-sonnet-5', 1_024, 2_048],
    ['claude-haiku-5', 512, 4_096],
    ['anthropic/claude-opus-4.6', 4_096, 4_096],
    ['kimi-k2', 512, 4_096],
  ])('know from which length on %s is cached', (model, from, to) => {
    expect(least(model)).toEqual({ from, to })
  })

  it('know which models are sent no thinking of before the last words', () => {
    const forgets = (model: string): boolean => cachePricesOf(anthropicPrices, model, false).forgetsThinking === true
    const forgetful = ['claude-sonnet-4-5', 'claude-haiku-4-5-20251001', 'claude-opus-4-1', 'claude-haiku-5', 'kimi-k2']
    expect(forgetful.filter((model) => !forgets(model))).toEqual([])
    const keeping = [
      'claude-opus-4-5',
      'anthropic/claude-4.6-sonnet',
      'claude-sonnet-5',
      'claude-opus-5',
      'claude-opus-4-8',
    ]
    expect([...keeping, 'claude-mythos-preview', 'claude-opus-6'].filter(forgets)).toEqual([])
  })

  it.each(['gpt-5', 'gpt-5.4-mini', 'gpt-5.5'])('charge no writes of %s, and read it in steps', (model) => {
    expect(cachePricesOf(openaiPrices, model, false)).toMatchObject({ write: 1, stepTokens: 128 })
  })

  it.each([
    'gpt-5.6-sol',
    'openai/gpt-5.6',
    'gpt-6',
    'gpt-5.6-terra',
    'gpt-6-sol',
    'gpt-6-luna',
    'gpt-6.1-sol',
    'gpt-6-astra',
  ])('charge the writes of %s, and end its prefixes with requests', (model) => {
    const row = cachePricesOf(openaiPrices, model, false)
    expect(row).toMatchObject({ write: 1.25, read: 0.1, surelyEnds: 'requests' })
    expect(row.stepTokens).toBeUndefined()
  })

  it('rely upon markers exactly where nothing but markers makes anything cached', () => {
    for (const rows of [anthropicPrices, openaiPrices])
      for (const row of rows.flatMap((one) => [one, asElsewhere(one)]))
        expect(row.surelyEnds === 'markers').toBe(row.possiblyEnds === 'markers')
  })

  it.each([
    ['Claude, by whichever API', 'anthropic/claude-sonnet-4.5', { read: 0.1, write: 1.25, writeLong: 2 }],
    ['a model that nobody knows, at the cheapest', 'large-2', { read: 0.1, write: 1, writeLong: 1 }],
  ])('value in the dialects of OpenAI what is saved of %s', (_what, model, prices) => {
    expect(pricesOf(openaiPrices, model)).toEqual(prices)
  })

  it('reckon with the dearest writes where Claude is asked in the dialects of OpenAI', () => {
    expect(cachePricesOf(openaiPrices, 'anthropic/claude-sonnet-4.5', true)).toMatchObject({
      write: 2,
      surelyEnds: 'nowhere',
    })
  })

  it('say where each was read, but for models of other names', () => {
    for (const rows of [anthropicPrices, openaiPrices])
      for (const { source } of rows.slice(0, -1)) expect(source).toMatch(/20\d\d-\d\d/)
  })
})
