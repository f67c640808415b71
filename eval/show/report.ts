// What is shown as lines of a terminal.

import { markedText, type Shown } from '../../local/show/shown.ts'
import { aligned } from '../../testkit/report/table.ts'

const percent = (part: number, whole: number): string => (whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`)

const lineOf = ({ message, tokens, tokensLeft, why }: Shown): string[] => [
  String(message),
  why,
  String(tokens),
  String(tokensLeft),
  percent(tokens - tokensLeft, tokens),
]

/** What so many tokens cost at a price in dollars for a million; nothing without a price. */
export const moneyAt =
  (price: number | undefined) =>
  (tokens: number): string =>
    price === undefined ? '' : `, $${((tokens * price) / 1_000_000).toFixed(4)} uncached each time`

/** A row for each text, and the sum. */
export const tableOf = (shown: readonly Shown[], money: (tokens: number) => string): string => {
  const tokens = shown.reduce((sum, one) => sum + one.tokens, 0)
  const gone = tokens - shown.reduce((sum, one) => sum + one.tokensLeft, 0)
  const rows = aligned([['message', 'why', 'tokens', 'left', 'less'], ...shown.map(lineOf)], 2)
  return `${rows.join('\n')}\n\n${shown.length} texts with ${tokens} tokens: ${gone} go (${percent(gone, tokens)})${money(gone)}`
}

/** Every text of which something goes. */
export const textsOf = (shown: readonly Shown[]): string =>
  shown
    .filter(({ kept }) => kept !== undefined)
    .map((one) => `--- message ${one.message}: ${one.why}\n${markedText(one)}\n`)
    .join('\n')
