// The last exchange of a token: the exchange itself where it is among the newest of its account, otherwise the day of it. The sums
// of a day are kept by key, so that a day costs a query of a few items, whatever else the account does.

import { defined } from '../../../core/collections/defined.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { dayAfter, daysBetween } from '../../../core/savings/calendar.ts'
import { sumsOfKey } from '../../../core/savings/periods.ts'
import { dayAt } from '../../../core/text/day.ts'
import type { Bearer } from '../../auth/bearer.ts'
import type { CliMe } from '../../cli-answers.ts'
import type { Call } from '../call.ts'

const mostLookedAt = 50
/** A token that nobody uses for thirty days ends. */
const mostDays = 31
/** Days that are asked for at once. */
const daysAtOnce = 8

type Looked = Pick<Call, 'account' | 'asked' | 'ports'> & Pick<Bearer, 'token'>

/** Of this month and, where it has fewer, of the month before it. */
const newestOf = async ({ account: { accountId }, asked, ports: { ledger } }: Looked): Promise<readonly Receipt[]> => {
  const month = dayAt(asked.now).slice(0, 7)
  const { receipts } = await ledger.month(accountId, month, mostLookedAt)
  if (receipts.length >= mostLookedAt) return receipts
  const monthBefore = dayAfter(`${month}-01`, -1).slice(0, 7)
  const earlier = await ledger.month(accountId, monthBefore, mostLookedAt - receipts.length)
  return [...receipts, ...earlier.receipts]
}

/** The last day of UTC on which the token was used, since it was made. */
const lastDayOf = async ({ account, asked, ports, token }: Looked): Promise<Pick<CliMe, 'lastDay'>> => {
  const last = dayAt(asked.now)
  const [made, earliest] = [token.createdAt.slice(0, 10), dayAfter(last, 1 - mostDays)]
  const days = daysBetween(made > earliest ? made : earliest, last).toReversed()
  for (let from = 0; from < days.length; from += daysAtOnce) {
    const some = days.slice(from, from + daysAtOnce)
    const sums = await Promise.all(some.map((day) => sumsOfKey(ports.savings, account.accountId, day, token.keyId)))
    const found = sums.findIndex(({ exchanges }) => exchanges > 0)
    const [day, of] = [some[found], sums[found]]
    if (day !== undefined && of !== undefined)
      return { lastDay: { day, exchanges: of.exchanges, failedOpen: of.outcomes['failed-open'] ?? 0 } }
  }
  return {}
}

/** Nothing where the token was not used within 31 days. */
export const lastExchangeOf = async (looked: Looked): Promise<Pick<CliMe, 'lastExchange' | 'lastDay'>> => {
  const last = (await newestOf(looked)).find(({ keyId }) => keyId === looked.token.keyId)
  if (last === undefined) return lastDayOf(looked)
  const { receivedAt, outcome, route, status, client, model, reason, compactionMode } = last
  return { lastExchange: { receivedAt, outcome, route, status, ...defined({ client, model, reason, compactionMode }) } }
}
