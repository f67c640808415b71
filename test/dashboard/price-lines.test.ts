import { describe, expect, it } from 'vitest'
import { leastPrice, mostPrice } from '../../core/savings/money.ts'
import { priceLines, pricesFrom } from '../../dashboard/page/data/price-lines.ts'

describe('lines of prices', () => {
  it('are read back as they are shown', () => {
    const prices = { 'claude-sonnet': 3, 'gpt-5.4': 1.25 }
    expect(pricesFrom(priceLines(prices))).toEqual({ prices })
    expect(pricesFrom('\n  claude-sonnet   $3.00 \n\n')).toEqual({ prices: { 'claude-sonnet': 3 } })
    expect(pricesFrom('')).toEqual({ prices: {} })
  })

  it('are read back of the least and of the most that a price may be', () => {
    const prices = { claude: leastPrice, gpt: mostPrice }
    expect(pricesFrom(priceLines(prices))).toEqual({ prices })
  })

  it.each([
    'claude-sonnet 3,00',
    'claude-sonnet 0.0000001',
    'claude-sonnet 1000001',
    'claude-sonnet 0',
    'claude-sonnet -3',
    'claude-sonnet',
    '__proto__ 3',
  ])('name the line that is none: %s', (line) =>
    expect(pricesFrom(`gpt-5.4 1\n${line}`)).toEqual({
      wrong: `“${line}” is no price: it takes a model and a number from 0.000001 to 1000000, such as claude-sonnet 3.00.`,
    }),
  )

  it('have a model once', () =>
    expect(pricesFrom('claude-sonnet 3\nclaude-sonnet 4')).toEqual({ wrong: '“claude-sonnet” stands twice.' }))
})
