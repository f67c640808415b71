// `ledger` and `session`: what was really saved. They only read.

import { csvText } from '../../../core/ledger/csv.ts'
import { outcomes, type Receipt } from '../../../core/ledger/receipt.ts'
import { moneyOf } from '../../../core/savings/money.ts'
import type { DaySpan } from '../../../core/savings/periods.ts'
import { netOf, sumsOf, total } from '../../../core/savings/sums.ts'
import { counted } from '../../../core/text/counted.ts'
import { isWithin, monthsOf, periodFrom, periodOptions, periodText } from '../arguments/period.ts'
import { type Given, oneOf, sessionFrom, wholeNumber } from '../arguments/values.ts'
import type { Desk } from '../desk/desk.ts'
import { Refused } from '../desk/faults.ts'
import { type LedgerOwner, ledgerOwnerNamed } from '../desk/ledger-owner.ts'
import { exchangeRow, wideRow } from '../output/exchange-rows.ts'
import { savingsOf, totalsOf } from '../output/exchange-savings.ts'
import { type Output, table, terminalWidth } from '../output/output.ts'
import { moneyOfRows, totalsText } from '../output/totals.ts'
import type { Command } from './command.ts'
import { usageOf } from './savings.ts'

/** Read at most, unless `--limit` says otherwise: a month may have more than fits into memory. */
const usualReceipts = 1_000
/** Shown to a person of them. */
const usualRows = 20
const pageSize = 500

/** Newest first, month by month, without what was received outside of the span. */
async function* newestOf(accountId: string, span: DaySpan, { pages }: Desk): AsyncGenerator<Receipt> {
  for (const month of monthsOf(span)) {
    let before: string | undefined
    do {
      const { receipts, next } = await pages.month(accountId, month, pageSize, before)
      for (const receipt of receipts) if (isWithin(receipt.receivedAt, span)) yield receipt
      before = next
    } while (before !== undefined)
  }
}

const isWanted = (given: Given): ((receipt: Receipt) => boolean) => {
  const outcome = given.outcome === undefined ? undefined : oneOf(given.outcome, outcomes, 'outcome')
  const { key, model } = given
  return (receipt) =>
    (outcome === undefined || receipt.outcome === outcome) &&
    (key === undefined || receipt.keyId === key) &&
    (model === undefined || receipt.model?.includes(model) === true)
}

interface Listing {
  /** Oldest first. */
  readonly receipts: readonly Receipt[]
  readonly json: unknown
  readonly totals: string
  /** Shown at most, of the newest. */
  readonly rows: number
  readonly isWide: boolean
  /** What is said where there are none. */
  readonly empty?: string
}

const none = 'There are no exchanges.'

const listed = ({ receipts, json, totals, rows, isWide, empty = none }: Listing): Output => {
  const wide = receipts.map(wideRow)
  const newest = receipts.slice(-rows)
  const lines = isWide ? table(newest.map(wideRow), '') : table(newest.map(exchangeRow), '', terminalWidth)
  const rest = receipts.length > rows ? `\nThe newest ${rows} of these exchanges; --limit N shows more.` : ''
  const columns = Object.keys(wide[0] ?? {})
  return {
    json,
    text: receipts.length === 0 ? empty : `${totals}\n\n${lines}${rest}`,
    csv: csvText(columns, wide),
  }
}

const totalsOfReceipts = (title: string, receipts: readonly Receipt[], { prices = {} }: LedgerOwner): string => {
  const nets = receipts.map((receipt) => ({ model: receipt.model ?? '-', net: netOf(sumsOf(receipt)) }))
  return totalsText(title, total(receipts.map(sumsOf)), moneyOf(nets, prices), prices)
}

const shownRows = (given: Given): number =>
  given.limit === undefined ? usualRows : wholeNumber(given.limit, 1_000_000, 'limit')

const month: Command['run'] = async (argument, given, desk) => {
  const span = periodFrom(given, desk.now)
  const account = await ledgerOwnerNamed(argument, desk)
  const { accountId, prices = {} } = account
  const wanted = isWanted(given)
  const limit = given.limit === undefined ? usualReceipts : shownRows(given)
  const found: Receipt[] = []
  for await (const receipt of newestOf(accountId, span, desk)) {
    if (wanted(receipt)) found.push(receipt)
    if (found.length === limit) break
  }
  const receipts = found.reverse()
  const usage = await usageOf(accountId, span, desk)
  const title = `${accountId}, ${periodText(span)}`
  const sums = total(usage.map((row) => row.sums))
  const totals = totalsText(title, sums, moneyOfRows(usage, prices), prices)
  const all = listed({
    receipts,
    json: receipts,
    totals,
    rows: shownRows(given),
    isWide: given.wide !== undefined,
    ...(sums.exchanges === 0 ? {} : { empty: `${totals}\n\nNo exchange is as the options ask.` }),
  })
  if (given.limit !== undefined || receipts.length < limit) return all
  return { ...all, note: `The newest ${counted(limit, 'exchange')}; --limit N gives more.` }
}

const session = async (sessionId: string, name: string, given: Given, desk: Desk) => {
  const account = await ledgerOwnerNamed(name, desk)
  const span = given.month === undefined && given.since === undefined ? undefined : periodFrom(given, desk.now)
  const receipts = (await desk.ledger.session(account.accountId, sessionId)).filter(
    ({ receivedAt }) => span === undefined || isWithin(receivedAt, span),
  )
  return { account, receipts: receipts.filter(isWanted(given)) }
}

export const ledgerCommands: readonly Command[] = [
  {
    words: ['ledger'],
    argument: 'NAME',
    does: 'Shows the totals of a month (default: this one), then its newest exchanges.',
    explains: `The totals are those of the whole period; the options after them choose exchanges. "as they are charged" weighs each token
with its price: one that the provider reads from its cache counts a tenth, for example. --model takes any part of a model's name, as
the dashboard does. --csv has every column.`,
    options: { ...periodOptions, session: 'ID', outcome: outcomes.join('|'), key: 'KEYID', model: 'MODEL', limit: 'N' },
    flags: ['wide', 'csv'],
    async run(argument, given, desk) {
      if (given.session === undefined) return month(argument, given, desk)
      const sessionId = sessionFrom(given.session)
      const { account, receipts } = await session(sessionId, argument, given, desk)
      const totals = totalsOfReceipts(`${account.accountId}, session ${sessionId}`, receipts, account)
      const rows = given.limit === undefined ? receipts.length : shownRows(given)
      return listed({ receipts, json: receipts, totals, rows, isWide: given.wide !== undefined })
    },
  },
  {
    words: ['session'],
    argument: 'ID',
    does: 'Shows the totals of a session, then its exchanges.',
    options: { account: 'NAME' },
    required: ['account'],
    flags: ['wide', 'csv'],
    async run(argument, given, desk) {
      const sessionId = sessionFrom(argument)
      const { account, receipts } = await session(sessionId, given.account ?? '', {}, desk)
      const { accountId } = account
      if (receipts.length === 0)
        throw new Refused(`The account "${accountId}" has no exchanges in the session ${sessionId}.`)
      const exchanges = receipts.map(savingsOf)
      const json = { accountId, sessionId, exchanges, totals: totalsOf(exchanges) }
      const totals = totalsOfReceipts(`${accountId}, session ${sessionId}`, receipts, account)
      return listed({ receipts, json, totals, rows: receipts.length, isWide: given.wide !== undefined })
    },
  },
]
