// The bars of a session's exchanges.

import { expect, it } from 'vitest'
import { barsOf } from '../../dashboard/page/data/exchange-bars.ts'
import type { Exchange } from '../../dashboard/page/data/types.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'

const exchange = (before: number, after: number, cacheRewriteTokens = 0): Exchange =>
  aReceipt({ effectiveTokensBefore: before, effectiveTokensAfter: after, cacheRewriteTokens })

it('are one for each, with its net, and a mark where the provider had to cache again', () => {
  expect(barsOf([exchange(100, 70), exchange(100, 120, 5)])).toEqual([
    { name: '1', gained: 30, givenBack: 0, isMarked: false, detail: 'Exchange 1: net +30' },
    {
      name: '2',
      gained: 0,
      givenBack: 20,
      isMarked: true,
      detail: 'Exchange 2: net \u221220, 5 tokens cached again because of us',
    },
  ])
})

it('are one for each few where they are many, and say for which', () => {
  const bars = barsOf(Array.from({ length: 301 }, (_, index) => exchange(100, index === 300 ? 130 : 90)))
  expect([bars.length, bars.at(0)?.detail, bars.at(-1)?.detail]).toEqual([
    101,
    'Exchanges 1 to 3: net +30',
    'Exchange 301: net \u221230',
  ])
  expect(bars.reduce((sum, { gained, givenBack }) => sum + gained - givenBack, 0)).toBe(300 * 10 - 30)
})
