import { expect, it } from 'vitest'
import { moneyOf, priceOf } from '../../../core/savings/money.ts'

const prices = { claude: 5, 'claude-sonnet': 3 }

it('a model has the price of the longest beginning of its name', () => {
  expect([priceOf('claude-sonnet-5', prices), priceOf('claude-opus-5', prices), priceOf('gpt-5', prices)]).toEqual([
    3,
    5,
    undefined,
  ])
})

it('money counts against and names what has no price', () => {
  const nets = [
    { model: 'claude-sonnet-5', net: 2_000_000 },
    { model: 'claude-opus-5', net: -400_000 },
    { model: 'gpt-5', net: 10 },
    { model: 'gpt-6', net: 0 },
  ]
  expect(moneyOf(nets, prices)).toEqual({ dollars: 4, unpriced: ['gpt-5'] })
})

it('names no model of which one key has saved what another has lost', () => {
  const nets = [0.3, -0.1, -0.2, 0.7].map((net, index) => ({ model: index < 3 ? 'of-two-keys' : 'of-one', net }))
  expect(moneyOf(nets, {})).toEqual({ dollars: 0, unpriced: ['of-one'] })
})
