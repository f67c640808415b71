// Usage by day, key, model, mode and agent, and the ledger itself; both as files too.

import * as z from 'zod'
import { defined } from '../../../core/collections/defined.ts'
import { sumsColumns } from '../../../core/ledger/file-columns.ts'
import { outcomes, type Receipt } from '../../../core/ledger/receipt.ts'
import { dayMilliseconds, monthPattern, offsetMinutes } from '../../../core/savings/calendar.ts'
import { unsaid } from '../../../core/savings/parts.ts'
import {
  type DaySpan,
  type Dimension,
  dimensions,
  sumsBy,
  sumsOfDays,
  type UsageRow,
} from '../../../core/savings/periods.ts'
import type { SavingsReader } from '../../../core/savings/store.ts'
import { total } from '../../../core/savings/sums.ts'
import { dayAt } from '../../../core/text/day.ts'
import { mostDays } from '../../cli-answers.ts'
import { json } from '../../http.ts'
import { type Call, type Handler, readQuery } from '../call.ts'
import { csv } from './csv.ts'
import { exchangesFile, linesOfFile } from './exchanges-file.ts'
import { keyNames } from './key-names.ts'
import { exchangeCursor, timeZone } from './savings.ts'
import { receiptView, sumsCells, sumsView } from './views.ts'

/** At the ends of four-digit years the next day is written otherwise, and months would be counted without end. */
const day = z.iso.date().refine((text) => text >= '2000' && text < '3000')

/** `key` is what people call a key's id. */
const named: Readonly<Record<string, Dimension>> = {
  ...Object.fromEntries(dimensions.map((name) => [name, name])),
  key: 'keyId',
}

/** `day,model` as dimensions. */
export const dimensionsOf = z
  .string()
  .default('day')
  .transform((text) => [...new Set(text.split(',').map((name) => named[name]))])
  .pipe(z.array(z.enum(dimensions)).min(1))

export const usageQuery = z
  .object({
    from: day,
    to: day,
    tz: timeZone,
    by: dimensionsOf,
  })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < mostDays * dayMilliseconds, {
    path: ['from', 'to'],
  })

interface Usage {
  readonly rows: readonly UsageRow[]
  readonly zone: string
}

export interface UsageQuestion {
  readonly span: DaySpan
  readonly tz: string
  readonly by: readonly Dimension[]
}

/** The days of UTC that a span of the zone's days touches. */
const daysOfUtc = ({ first, last }: DaySpan, zone: string): DaySpan => {
  const ofUtc = (wallClock: number): string => dayAt(wallClock - offsetMinutes(wallClock, zone) * 60_000)
  return { first: ofUtc(Date.parse(first)), last: ofUtc(Date.parse(last) + dayMilliseconds - 1) }
}

/** Days alone are those of the reader's zone; anything else is counted by the days of UTC that they touch. */
const usageOf = async (savings: SavingsReader, accountId: string, { span, tz, by }: UsageQuestion): Promise<Usage> => {
  if (by.length === 1 && by[0] === 'day') {
    const { zone, days } = await sumsOfDays(savings, accountId, span, tz)
    return { rows: days.filter(({ sums }) => sums.exchanges > 0), zone }
  }
  return { rows: await sumsBy(savings, accountId, daysOfUtc(span, tz), by), zone: 'UTC' }
}

/** The rows, with what their keys are called, and their sum. */
export const usageDocument = async (call: Call, question: UsageQuestion) => {
  const { rows, zone } = await usageOf(call.ports.savings, call.account.accountId, question)
  const names = question.by.includes('keyId') ? await keyNames(call) : new Map<string, string>()
  return {
    zone,
    rows: rows.map(({ sums, ...row }) => ({
      ...row,
      ...defined({ keyName: names.get(row.keyId ?? '') }),
      ...sumsView(sums),
    })),
    totals: sumsView(total(rows.map(({ sums }) => sums))),
  }
}

const questionOf = ({ asked }: Call): UsageQuestion => {
  const { from: first, to: last, tz, by } = readQuery(asked, usageQuery)
  return { span: { first, last }, tz, by }
}

export const usage: Handler = async (call) => json(await usageDocument(call, questionOf(call)))

/** In a file, what was not said is empty: its sign would be guarded as a formula. */
const saidOf = (row: Omit<UsageRow, 'sums'>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== unsaid))

export const usageCsv: Handler = async (call) => {
  const question = questionOf(call)
  const { by } = question
  const { rows } = await usageOf(call.ports.savings, call.account.accountId, question)
  const cells = rows.map(({ sums, ...row }) => ({ ...saidOf(row), ...sumsCells(sums) }))
  return csv(`${call.account.accountId}-usage.csv`, [...by, ...sumsColumns], cells)
}

export const ledgerQuery = z.object({
  month: z.string().regex(monthPattern),
  cursor: exchangeCursor.optional(),
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

/** Newest first, so many lines. */
export const ledgerCsv: Handler = async (call) => {
  const { wanted, next, month } = await ledgerPage(call, linesOfFile)
  return exchangesFile(`${call.account.accountId}-${month}.csv`, wanted, next)
}
