// What stands above every list of figures: how many requests, what they used, and what that was worth.

import { type Money, moneyOf, type Prices } from '../../../core/savings/money.ts'
import type { UsageRow } from '../../../core/savings/periods.ts'
import { netOf, type Sums } from '../../../core/savings/sums.ts'
import { counted } from '../../../core/text/counted.ts'
import { dollarsText, less, whole } from './figures.ts'
import { facts, type Row } from './output.ts'

/** Rows told apart by model, as money. */
export const moneyOfRows = (rows: readonly UsageRow[], prices: Prices): Money =>
  moneyOf(
    rows.map(({ model = '', sums }) => ({ model, net: netOf(sums) })),
    prices,
  )

const savedText = ({ dollars, unpriced }: Money, prices: Prices): string => {
  if (Object.keys(prices).length === 0) return 'no prices: "account set NAME --prices MODEL=DOLLARS"'
  const left = unpriced.length === 0 ? '' : `, without ${unpriced.join(', ')}: no price`
  return `${dollarsText(dollars)}${left}`
}

const failedOpen = ({ outcomes }: Sums): string => {
  const parts = [
    [outcomes['failed-open'] ?? 0, 'sent whole because something failed'],
    [outcomes.cut ?? 0, 'broken off'],
  ] as const
  return parts.map(([count, what]) => (count === 0 ? '' : `, ${whole(count)} ${what}`)).join('')
}

const changed = (before: number, after: number): string =>
  `${whole(before)} → ${whole(after)}  (${less(before, after)})`

/** The lines. `weighted` tokens are those that the provider charges for: a cache read counts a tenth, for example. */
export const totalsText = (title: string, sums: Sums, money: Money, prices: Prices): string => {
  const rows: Row = {
    requests: `${whole(sums.exchanges)}${failedOpen(sums)}`,
    'input tokens': changed(sums.tokensBefore, sums.tokensAfter),
    'as they are charged': changed(sums.effectiveBefore, sums.effectiveAfter),
    saved: savedText(money, prices),
    ...(sums.observedTokens === 0
      ? {}
      : { 'observed only': `${counted(sums.observedTokens, 'token')} could have gone` }),
    ...(sums.estimatedExchanges === 0 ? {} : { estimated: `${whole(sums.estimatedExchanges)} of the requests` }),
  }
  return `${title}\n\n${facts(rows)}`
}

/** The columns of a line of sums that fit a terminal. `worth`: in money, where there are prices; of what has none nobody knows. */
export const sumsLine = (sums: Sums, worth?: { readonly dollars: number | undefined }): Row => ({
  requests: whole(sums.exchanges),
  before: whole(sums.tokensBefore),
  after: whole(sums.tokensAfter),
  less: less(sums.tokensBefore, sums.tokensAfter),
  charged: less(sums.effectiveBefore, sums.effectiveAfter),
  ...(worth === undefined ? {} : { saved: worth.dollars === undefined ? undefined : dollarsText(worth.dollars) }),
})
