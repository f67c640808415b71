// Prices as an owner writes them: `claude-sonnet 3.00`, a line for each.

import { isPrice, leastPrice, mostPrice } from '../../../core/savings/money.ts'
import { stranger } from './format.ts'
import type { Settings } from './types.ts'

type Prices = Settings['prices']

export const priceLines = (prices: Prices): string =>
  Object.entries(prices)
    .map(([model, price]) => `${model} ${price}`)
    .join('\n')

const example = `a model and a number from ${leastPrice} to ${mostPrice}, such as claude-sonnet 3.00`

/** The prices, or what is wrong with the first line that is none. */
export const pricesFrom = (text: string): { readonly prices: Prices } | { readonly wrong: string } => {
  const prices: Record<string, number> = {}
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [, model = '', price = ''] = /^(\S+)\s+\$?(\d+(?:\.\d+)?)$/.exec(line) ?? []
    if (model === '' || model === '__proto__' || !isPrice(Number(price)))
      return { wrong: `“${stranger(line)}” is no price: it takes ${example}.` }
    if (Object.hasOwn(prices, model)) return { wrong: `“${stranger(model)}” stands twice.` }
    prices[model] = Number(price)
  }
  return { prices }
}
