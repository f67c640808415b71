// `ledger` and `session`: what was really saved. They only read.

import type { Receipt } from '../../core/ledger/receipt.ts'
import { total } from '../../core/savings/sums.ts'
import { accountNamed } from './account-commands.ts'
import type { Command, Desk } from './command.ts'
import { Refused } from './faults.ts'
import { facts, table } from './output.ts'
import { type ExchangeSavings, savingsOf, totalsOf } from './savings.ts'
import { daysOf, sumsRow } from './savings-commands.ts'
import { monthFrom, sessionFrom, wholeNumber } from './values.ts'

const row = (exchange: ExchangeSavings) => ({
  received: exchange.receivedAt,
  session: exchange.sessionId,
  exchange: exchange.exchangeId,
  route: exchange.route,
  model: exchange.model,
  outcome: exchange.outcome,
  status: exchange.status,
  before: exchange.tokensBefore,
  after: exchange.tokensAfter,
  saved: exchange.tokensSaved,
  observed: exchange.tokensObserved,
  'effective before': exchange.effectiveTokensBefore,
  'effective after': exchange.effectiveTokensAfter,
  net: exchange.effectiveTokensSaved,
  'cache rewrites by us': exchange.cacheRewriteTokens,
  estimated: exchange.estimated ? 'yes' : 'no',
})

const usualRows = 1_000

/** The newest receipts of a month, oldest first. A month may have more than anyone reads, or than fits into memory. */
const newestOf = async (
  accountId: string,
  month: string,
  rows: number,
  { pages }: Desk,
): Promise<readonly Receipt[]> => {
  const found: Receipt[] = []
  for (let before: string | undefined; found.length < rows; ) {
    const { receipts, next } = await pages.month(accountId, month, rows - found.length, before)
    found.push(...receipts)
    if (next === undefined) break
    before = next
  }
  return found.reverse()
}

const moreThan = (rows: number, exchanges: number): string =>
  exchanges > rows ? `\n\nThese are the newest ${rows} of ${exchanges}. "ledger export" writes all of them.` : ''

export const ledgerCommands: readonly Command[] = [
  {
    words: ['ledger'],
    argument: 'NAME',
    does: 'Lists the newest exchanges (default: 1000) of a month (default: this one), or those of a session.',
    options: { month: 'yyyy-mm', session: 'ID', rows: 'N' },
    async run(argument, given, desk) {
      const month = given.month === undefined ? undefined : monthFrom(given.month)
      const session = given.session === undefined ? undefined : sessionFrom(given.session)
      const rows = given.rows === undefined ? usualRows : wholeNumber(given.rows, 1_000_000, 'rows')
      const { accountId } = await accountNamed(argument, desk)
      const thisMonth = month ?? new Date(desk.now).toISOString().slice(0, 7)
      const receipts =
        session === undefined
          ? await newestOf(accountId, thisMonth, rows, desk)
          : (await desk.ledger.session(accountId, session)).filter(
              ({ receivedAt }) => month === undefined || receivedAt.startsWith(month),
            )
      const listed = table(
        receipts.map((receipt) => row(savingsOf(receipt))),
        'There are no exchanges.',
      )
      if (session !== undefined || receipts.length === 0) return { json: receipts, text: listed }
      const sums = total((await daysOf(accountId, thisMonth, desk)).map((day) => day.sums))
      return { json: receipts, text: `${listed}${moreThan(rows, sums.exchanges)}\n\n${facts(sumsRow(sums))}` }
    },
  },
  {
    words: ['session'],
    argument: 'ID',
    does: 'Lists the exchanges of a session, with their totals.',
    options: { account: 'NAME' },
    required: ['account'],
    async run(argument, { account = '' }, desk) {
      const sessionId = sessionFrom(argument)
      const { accountId } = await accountNamed(account, desk)
      const exchanges = (await desk.ledger.session(accountId, sessionId)).map(savingsOf)
      if (exchanges.length === 0)
        throw new Refused(`The account "${accountId}" has no exchanges in the session ${sessionId}.`)
      const totals = totalsOf(exchanges)
      const sums = facts({
        exchanges: totals.exchanges,
        'tokens before': totals.tokensBefore,
        'tokens after': totals.tokensAfter,
        'tokens saved': totals.tokensSaved,
        'tokens observed': totals.tokensObserved,
        'effective tokens before': totals.effectiveTokensBefore,
        'effective tokens after': totals.effectiveTokensAfter,
        'net effective tokens saved': totals.effectiveTokensSaved,
        'cache rewrites by us': totals.cacheRewriteTokens,
        'contains estimates': totals.estimated ? 'yes' : 'no',
      })
      return { json: { accountId, sessionId, exchanges, totals }, text: `${table(exchanges.map(row), '')}\n\n${sums}` }
    },
  },
]
