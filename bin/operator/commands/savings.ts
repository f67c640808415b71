// `savings` and `savings rebuild`: show the sums of the ledger, as the dashboard does, and count them again.

import { csvText } from '../../../core/ledger/csv.ts'
import { type Money, priceOf } from '../../../core/savings/money.ts'
import { type DaySpan, type Dimension, sumsBy, type UsageRow } from '../../../core/savings/periods.ts'
import { Overtaken, rebuild } from '../../../core/savings/rebuild.ts'
import { netOf, type Sums, total } from '../../../core/savings/sums.ts'
import { UsageFault } from '../../usage-fault.ts'
import { isWithin, monthsOf, periodFrom, periodOptions, periodText } from '../arguments/period.ts'
import { monthFrom, oneOf, wholeNumber } from '../arguments/values.ts'
import type { Desk } from '../desk/desk.ts'
import { Refused } from '../desk/faults.ts'
import { type LedgerOwner, ledgerOwnerNamed, ledgerOwners } from '../desk/ledger-owner.ts'
import { facts, type Output, type Row, table, terminalWidth, withNote } from '../output/output.ts'
import { moneyOfRows, sumsLine, totalsText } from '../output/totals.ts'
import type { Command } from './command.ts'

/**
 * A receipt is written within three seconds of its time. The rest allows for the store's clock, which counts whole seconds,
 * and for clocks of functions that differ from it.
 */
const settlingMilliseconds = 6_000
const usualRows = 100

/** The sums of a session, a day, a key … with what they were worth. */
interface Group {
  readonly name: string
  readonly sums: Sums
  /** In money; absent where the account says no prices. */
  readonly worth?: { readonly dollars: number | undefined }
}

const groupings = ['day', 'model', 'key', 'session', 'account'] as const
type Grouping = (typeof groupings)[number]
const dimensionOf: Readonly<Record<Exclude<Grouping, 'session' | 'account'>, Dimension>> = {
  day: 'day',
  model: 'model',
  key: 'keyId',
}

/** What a person gives to another command: a table never cuts it. */
const givenOn: readonly Grouping[] = ['session', 'key', 'account']

/** Sums as a file has them: every figure, unrounded. */
const sumsCells = (sums: Sums) => ({
  exchanges: sums.exchanges,
  tokensBefore: sums.tokensBefore,
  tokensAfter: sums.tokensAfter,
  tokensObserved: sums.observedTokens,
  effectiveBefore: sums.effectiveBefore,
  effectiveAfter: sums.effectiveAfter,
  gained: sums.gained,
  givenBack: sums.givenBack,
  net: netOf(sums),
  cacheRewriteTokens: sums.cacheRewriteTokens,
  estimatedExchanges: sums.estimatedExchanges,
})

const pricesOf = ({ prices = {} }: LedgerOwner) => prices

const groupOf = (name: string, rows: readonly UsageRow[], account: LedgerOwner): Group => {
  const sums = total(rows.map((row) => row.sums))
  const prices = pricesOf(account)
  if (Object.keys(prices).length === 0) return { name, sums }
  // What has no price is not worth nothing.
  const hasPrice = rows.some(({ model = '' }) => priceOf(model, prices) !== undefined)
  return { name, sums, worth: { dollars: hasPrice ? moneyOfRows(rows, prices).dollars : undefined } }
}

/** By the prices of each account. What one has no price for may have one in another. */
const moneyOfAll = (all: readonly { readonly account: LedgerOwner; readonly rows: readonly UsageRow[] }[]): Money => {
  const moneys = all.map(({ account, rows }) => {
    const { dollars, unpriced } = moneyOfRows(rows, pricesOf(account))
    return { dollars, unpriced: unpriced.map((model) => `${model} of ${account.accountId}`) }
  })
  return {
    dollars: moneys.reduce((sum, { dollars }) => sum + dollars, 0),
    unpriced: moneys.flatMap(({ unpriced }) => unpriced),
  }
}

const byDimension = (rows: readonly UsageRow[], dimension: Dimension, account: LedgerOwner): Group[] =>
  [...Map.groupBy(rows, (row) => row[dimension] ?? '-')].map(([name, its]) => groupOf(name, its, account))

/** Those whose last request came in these days. */
const bySession = async (accountId: string, span: DaySpan, rows: number, { savings }: Desk): Promise<Group[]> => {
  const months = monthsOf(span)
  const range = { newestMonth: months[0] ?? '', oldestMonth: months.at(-1) ?? '' }
  const groups: Group[] = []
  for (let cursor: string | undefined, isFirst = true; (isFirst || cursor !== undefined) && groups.length < rows; ) {
    const page = await savings.sessions(accountId, range, cursor)
    const ended = page.sessions.filter(({ lastAt }) => isWithin(lastAt, span))
    groups.push(...ended.map(({ sessionId, sums }) => ({ name: sessionId, sums })))
    cursor = page.next
    isFirst = false
  }
  return groups
}

/** The sums of an account's days, told apart by everything that money needs. */
export const usageOf = (accountId: string, span: DaySpan, { savings }: Pick<Desk, 'savings'>) =>
  sumsBy(savings, accountId, span, ['day', 'keyId', 'model'])

const accountsOf = async (name: string, desk: Desk): ReturnType<typeof ledgerOwners> =>
  name === '' ? ledgerOwners(desk) : { owners: [await ledgerOwnerNamed(name, desk)] }

interface Shown {
  readonly title: string
  readonly by: Grouping
  readonly groups: readonly Group[]
  readonly totals: string
  readonly json: Readonly<Record<string, unknown>>
  /** What is said of accounts that are not understood. */
  readonly faults?: string | undefined
}

const ofSessions = `Sessions whose last request came in these days, each of them whole. The totals are those of
the days, and of requests without a session too.`

const printed = ({ title, by, groups, totals, json, faults }: Shown, isWide: boolean): Output => {
  const rows: Row[] = groups.map(({ name, sums, worth }) =>
    isWide ? { [by]: name, ...sumsCells(sums), dollars: worth?.dollars } : { [by]: name, ...sumsLine(sums, worth) },
  )
  const cells = groups.map(({ name, sums, worth }) => ({ [by]: name, ...sumsCells(sums), dollars: worth?.dollars }))
  const empty = 'There are no exchanges. "savings rebuild" counts a ledger that has some again.'
  const note = by === 'session' ? `\n\n${ofSessions}` : ''
  const room = isWide ? Number.POSITIVE_INFINITY : terminalWidth
  const output = {
    json: {
      ...json,
      by,
      rows: groups.map(({ name, sums, worth }) => ({ [by]: name, ...sums, net: netOf(sums), dollars: worth?.dollars })),
    },
    text: groups.length === 0 ? `${title}\n\n${empty}` : `${totals}\n\n${table(rows, empty, room, givenOn)}${note}`,
    csv: csvText([by, ...Object.keys(sumsCells(total([]))), 'dollars'], cells),
  }
  return withNote(output, faults)
}

const show = async (name: string, by: Grouping, span: DaySpan, rows: number, desk: Desk): Promise<Shown> => {
  const { owners: accounts, faults } = await accountsOf(name, desk)
  const usages = await Promise.all(accounts.map(({ accountId }) => usageOf(accountId, span, desk)))
  const all = usages.flat()
  const [one] = accounts
  const title = `${name === '' ? 'All accounts' : name}, ${periodText(span)}`
  const sums = total(all.map((row) => row.sums))
  if (name === '' || one === undefined) {
    const groups = accounts.map((account, index) => groupOf(account.accountId, usages[index] ?? [], account))
    const money = moneyOfAll(accounts.map((account, index) => ({ account, rows: usages[index] ?? [] })))
    const used = groups.filter(({ sums: its }) => its.exchanges > 0)
    const totals = totalsText(title, sums, money, Object.assign({}, ...accounts.map(pricesOf)))
    const json = { ...span, totals: sums, money }
    return { title, by: 'account', groups: used.slice(0, rows), totals, json, faults }
  }
  const groups =
    by === 'session'
      ? await bySession(one.accountId, span, rows, desk)
      : by === 'account'
        ? [groupOf(one.accountId, all, one)]
        : byDimension(all, dimensionOf[by], one)
  const money = moneyOfRows(all, pricesOf(one))
  const totals = totalsText(title, sums, money, pricesOf(one))
  const shown = groups.filter(({ sums: its }) => its.exchanges > 0).slice(0, rows)
  return { title, by, groups: shown, totals, json: { accountId: one.accountId, ...span, totals: sums, money } }
}

export const savingsCommands: readonly Command[] = [
  {
    words: ['savings', 'rebuild'],
    argument: 'NAME',
    does: 'Counts the daily totals of an account again from the ledger.',
    options: { from: 'yyyy-mm' },
    async run(argument, given, desk) {
      const { accountId, createdAt } = await ledgerOwnerNamed(argument, desk)
      const fromMonth = given.from === undefined ? createdAt?.slice(0, 7) : monthFrom(given.from, 'from')
      if (fromMonth === undefined) throw new Refused(`"${accountId}" was deleted: say with --from from which month on.`)
      const settledThrough = async (): Promise<string> => {
        const through = (await desk.storeClock()) + 2_000
        await desk.wait(settlingMilliseconds)
        return new Date(through).toISOString()
      }
      const ledger = { pages: desk.months.pages, session: desk.ledger.session }
      const rebuilt = await rebuild(desk.savings, ledger, { accountId, fromMonth, settledThrough }).catch((cause) => {
        if (!(cause instanceof Overtaken)) throw cause
        const why = 'It was held up for minutes, or another rebuild of the account has ended meanwhile'
        throw new Refused(`Not all of ${accountId} was counted again. ${why}: run it again.`, { cause })
      })
      const json = { accountId, from: fromMonth, ...rebuilt }
      return { json, text: facts(json) }
    },
  },
  {
    words: ['savings'],
    argument: 'NAME',
    argumentIsOptional: true,
    does: 'Shows what an account saved, or every account: the totals, then a line per day, model, key or session.',
    explains: `Days are those of UTC. "charged" is the change of what the provider charges for: a token that it reads from its cache
counts a tenth, for example. "saved" is in US dollars by the prices of the account ("account set NAME --prices").`,
    options: { ...periodOptions, by: groupings.join('|'), limit: 'N' },
    flags: ['wide', 'csv'],
    async run(argument, given, desk) {
      const by = given.by === undefined ? 'day' : oneOf(given.by, groupings, 'grouping')
      const rows = given.limit === undefined ? usualRows : wholeNumber(given.limit, 1_000_000, 'limit')
      if (argument === '' && given.by !== undefined && by !== 'account')
        throw new UsageFault(`"savings --by ${by}" needs NAME: without one, each account is a line.`)
      return printed(await show(argument, by, periodFrom(given, desk.now), rows, desk), given.wide !== undefined)
    },
  },
]
