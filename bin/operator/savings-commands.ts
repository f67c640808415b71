// `savings` and `savings rebuild`: show the sums of the ledger, as the dashboard does, and count them again.

import { daysOwner, readDayPart } from '../../core/savings/parts.ts'
import { rebuild } from '../../core/savings/rebuild.ts'
import { netOf, type Sums, total } from '../../core/savings/sums.ts'
import { accountNamed } from './account-commands.ts'
import type { Command, Desk } from './command.ts'
import { facts, table } from './output.ts'
import { monthFrom } from './values.ts'

/**
 * A receipt is written within three seconds of its time. The rest allows for the store's clock, which counts whole seconds,
 * and for clocks of functions that differ from it.
 */
const settlingMilliseconds = 6_000

/** The sums as a person reads them. */
export const sumsRow = (sums: Sums) => ({
  exchanges: sums.exchanges,
  'tokens before': sums.tokensBefore,
  'tokens after': sums.tokensAfter,
  'tokens observed': sums.observedTokens,
  'effective before': sums.effectiveBefore,
  'effective after': sums.effectiveAfter,
  gained: sums.gained,
  'given back': sums.givenBack,
  net: netOf(sums),
  'cache rewrites by us': sums.cacheRewriteTokens,
  estimates: sums.estimatedExchanges,
})

/** The sums of each day of a month with exchanges, the first day first. */
export const daysOf = async (
  accountId: string,
  month: string,
  { savings }: Pick<Desk, 'savings'>,
): Promise<readonly { readonly day: string; readonly sums: Sums }[]> => {
  const days = new Map<string, Sums[]>()
  for (const { part, sums } of await savings.parts(daysOwner(accountId, month))) {
    if (sums.exchanges === 0) continue
    const day = `${month}-${readDayPart(part).dayOfMonth}`
    days.set(day, [...(days.get(day) ?? []), sums])
  }
  return [...days].map(([day, sums]) => ({ day, sums: total(sums) }))
}

export const savingsCommands: readonly Command[] = [
  {
    words: ['savings', 'rebuild'],
    argument: 'NAME',
    does: 'Counts the daily totals of an account again from the ledger.',
    options: { from: 'yyyy-mm' },
    async run(argument, given, desk) {
      const { accountId, createdAt } = await accountNamed(argument, desk)
      const fromMonth = given.from === undefined ? createdAt.slice(0, 7) : monthFrom(given.from, 'from')
      const settledThrough = async (): Promise<string> => {
        const through = (await desk.storeClock()) + 2_000
        await desk.wait(settlingMilliseconds)
        return new Date(through).toISOString()
      }
      const ledger = { pages: desk.months.pages, session: desk.ledger.session }
      const rebuilt = await rebuild(desk.savings, ledger, { accountId, fromMonth, settledThrough })
      const json = { accountId, from: fromMonth, ...rebuilt }
      return { json, text: facts(json) }
    },
  },
  {
    words: ['savings'],
    argument: 'NAME',
    does: 'Shows what an account saved on each day of a month (default: this one).',
    options: { month: 'yyyy-mm' },
    async run(argument, given, desk) {
      const month = given.month === undefined ? new Date(desk.now).toISOString().slice(0, 7) : monthFrom(given.month)
      const { accountId } = await accountNamed(argument, desk)
      const days = await daysOf(accountId, month, desk)
      const totals = total(days.map(({ sums }) => sums))
      const rows = [...days, { day: 'all', sums: totals }].map(({ day, sums }) => ({ day, ...sumsRow(sums) }))
      return {
        json: { accountId, month, days: days.map(({ day, sums }) => ({ day, ...sums, net: netOf(sums) })), totals },
        text: days.length === 0 ? 'There are no exchanges.' : table(rows, ''),
      }
    },
  },
]
