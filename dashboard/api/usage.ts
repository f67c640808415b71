// Usage by day, key, model, mode and agent, and the ledger itself; both as files too.

import * as z from 'zod'
import { defined } from '../../core/collections/defined.ts'
import { outcomes, type Receipt } from '../../core/ledger/receipt.ts'
import { type Dimension, dimensions, sumsBy, sumsOfDays, type UsageRow } from '../../core/savings/periods.ts'
import { total } from '../../core/savings/sums.ts'
import { json } from '../http.ts'
import { type Call, type Handler, readQuery } from './call.ts'
import { csv } from './csv.ts'
import { timeZone } from './savings.ts'
import { receiptView, sumsCells, sumsColumns, sumsView } from './views.ts'

const day = z.iso.date()
const mostDays = 92
const aDay = 86_400_000

/** `key` is what people call a key's id. */
const named: Readonly<Record<string, Dimension>> = {
  ...Object.fromEntries(dimensions.map((name) => [name, name])),
  key: 'keyId',
}

const usageQuery = z
  .object({
    from: day,
    to: day,
    tz: timeZone,
    by: z
      .string()
      .default('day')
      .transform((text) => [...new Set(text.split(',').map((name) => named[name]))])
      .pipe(z.array(z.enum(dimensions)).min(1)),
  })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < mostDays * aDay, { path: ['from', 'to'] })

interface Usage {
  readonly rows: readonly UsageRow[]
  readonly by: readonly Dimension[]
  readonly zone: string
}

/** Days alone are those of the reader's zone; anything else is counted by days of UTC. */
const usageOf = async ({ account, asked, ports }: Call): Promise<Usage> => {
  const { from: first, to: last, tz, by } = readQuery(asked, usageQuery)
  const span = { first, last }
  if (by.length === 1 && by[0] === 'day') {
    const { zone, days } = await sumsOfDays(ports.savings, account.accountId, span, tz)
    return { rows: days.filter(({ sums }) => sums.exchanges > 0), by, zone }
  }
  return { rows: await sumsBy(ports.savings, account.accountId, span, by), by, zone: 'UTC' }
}

export const usage: Handler = async (call) => {
  const { rows, zone } = await usageOf(call)
  return json({
    zone,
    rows: rows.map(({ sums, ...row }) => ({ ...row, ...sumsView(sums) })),
    totals: sumsView(total(rows.map(({ sums }) => sums))),
  })
}

export const usageCsv: Handler = async (call) => {
  const { rows, by } = await usageOf(call)
  const cells = rows.map(({ sums, ...row }) => ({ ...row, ...sumsCells(sums) }))
  return csv(`${call.account.accountId}-usage.csv`, [...by, ...sumsColumns], cells)
}

const cursor = z.string().regex(/^[0-9A-Za-z]{1,40}$/)
const ledgerQuery = z.object({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  cursor: cursor.optional(),
  key: z.string().max(100).optional(),
  model: z.string().max(200).optional(),
  outcome: z.enum(outcomes).optional(),
})
/** Read for a filter in one call. */
const mostPages = 10

const ledgerPage = async ({ account, asked, ports }: Call, size: number) => {
  const { month, key, model, outcome, ...query } = readQuery(asked, ledgerQuery)
  const isWanted = (receipt: Receipt): boolean =>
    (key === undefined || receipt.keyId === key) &&
    (model === undefined || receipt.model === model) &&
    (outcome === undefined || receipt.outcome === outcome)
  const wanted: Receipt[] = []
  let next = query.cursor
  let pages = 0
  do {
    const page = await ports.ledger.month(account.accountId, month, size, next)
    wanted.push(...page.receipts.filter(isWanted))
    next = page.next
    pages += 1
  } while (next !== undefined && wanted.length < size && pages < mostPages)
  return { wanted, next, month }
}

/** Newest first. */
export const ledger: Handler = async (call) => {
  const { wanted, next } = await ledgerPage(call, 50)
  return json({ exchanges: wanted.map(receiptView), ...defined({ next }) })
}

const ledgerColumns = [
  ...['exchangeId', 'receivedAt', 'keyId', 'sessionId', 'client', 'route', 'provider', 'model', 'compactionMode'],
  ...['outcome', 'reason', 'status', 'tokensBefore', 'tokensAfter', 'effectiveTokensBefore', 'effectiveTokensAfter'],
  ...['tokensSaved', 'cacheRewriteTokens', 'outputTokens'],
]
/** Below what a function may answer, 6 MB. */
const linesOfFile = 5_000

/** So many lines at most; `x-next-cursor` says where the next file begins. */
export const ledgerCsv: Handler = async (call) => {
  const { wanted, next, month } = await ledgerPage(call, linesOfFile)
  const rows = wanted.map(
    ({ millisecondsPerStep: _, usage: used, estimated, floorReached, retriedVerbatim, ...receipt }) => ({
      ...receipt,
      outputTokens: used?.outputTokens,
    }),
  )
  const answer = csv(`${call.account.accountId}-${month}.csv`, ledgerColumns, rows)
  return next === undefined ? answer : { ...answer, headers: { ...answer.headers, 'x-next-cursor': next } }
}
