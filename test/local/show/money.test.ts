// What deleted tokens are worth, in words.

import { expect, it } from 'vitest'
import { moneyFor } from '../../../local/show/money.ts'

it('a token of a cheap model is worth less than four digits of dollars tell, and not nothing', () => {
  const money = moneyFor({ dialect: 'messages', model: 'claude-haiku-4-5' })
  expect(money(1)).toBe(', < $0.0001 each time uncached, < $0.0001 read from the cache')
  expect(money(10_000)).toBe(', $0.0100 each time uncached, $0.0010 read from the cache')
  expect(money(0)).toBe(', $0.00 each time uncached, $0.00 read from the cache')
  expect(moneyFor({ dialect: 'messages', model: 'a-model' })(10_000)).toBe('')
})
