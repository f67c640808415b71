// What was saved: all of an account, its sessions, and the exchanges of one.

import * as z from 'zod'
import { defined } from '../../../core/collections/defined.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { sessionColumns } from '../../../core/ledger/file-columns.ts'
import { sessionClients } from '../../../core/ledger/receipt.ts'
import { dayMilliseconds, exactZone, isTimeZone } from '../../../core/savings/calendar.ts'
import { type DaySpan, lastDays, sumsOfDays, sumsOfHours } from '../../../core/savings/periods.ts'
import { leastSessionsOnPage, type Session } from '../../../core/savings/store.ts'
import { netOf, total } from '../../../core/savings/sums.ts'
import { mostDays } from '../../cli-answers.ts'
import { json } from '../../http.ts'
import { type Call, type Handler, readQuery } from '../call.ts'
import { csvPart } from './csv.ts'
import { exchangesFile, linesOfFile } from './exchanges-file.ts'
import { receiptView, sessionView, sumsCells, sumsView } from './views.ts'

export const timeZone = z.string().max(64).refine(isTimeZone).default('UTC')

export const overviewQuery = z.object({
  days: z.coerce.number().int().min(1).max(mostDays).default(30),
  /** In place of days: midnight would take the evening before away from whoever works past it. */
  hours: z.coerce.number().int().min(1).max(48).optional(),
  tz: timeZone,
})

/** The last days up to `now` of a zone, or of UTC where the zone's own cannot be told: today is among them in either. */
export const shownDays = (
  count: number,
  now: number,
  tz: string,
): { readonly zone: string; readonly span: DaySpan } => {
  const zone = exactZone(tz, now - count * dayMilliseconds, now)
  return { zone, span: lastDays(count, now, zone) }
}

const spans = async ({ account: { accountId }, asked, ports }: Call) => {
  const { days: count, hours: hourCount, tz } = readQuery(asked, overviewQuery)
  if (hourCount !== undefined) {
    const { zone, hours } = await sumsOfHours(ports.savings, accountId, hourCount, asked.now, tz)
    return { zone, sums: hours.map(({ sums }) => sums), days: [], hours }
  }
  const { zone, span } = shownDays(count, asked.now, tz)
  const { days } = await sumsOfDays(ports.savings, accountId, span, zone)
  return { zone, sums: days.map(({ sums }) => sums), days }
}

/** Sums of the last days or hours, one by one and together. */
export const overview: Handler = async (call) => {
  const { account, asked } = call
  const { zone, sums: all, days, hours } = await spans(call)
  return json({
    asOf: new Date(asked.now).toISOString(),
    zone,
    mode: account.compaction.mode,
    prices: account.prices ?? {},
    days: days.map(({ day, sums }) => ({ day, ...sumsView(sums) })),
    ...defined({ hours: hours?.map(({ hour, sums }) => ({ hour, ...sumsView(sums) })) }),
    totals: sumsView(total(all)),
  })
}

const cursor = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])[0-9a-fT:#~-]{1,60}$/)
export const sessionsQuery = z.object({
  cursor: cursor.optional(),
  client: z.enum(sessionClients).optional(),
  model: z.string().max(200).optional(),
  negative: z.enum(['true', 'false']).optional(),
})
/** How many sessions one call looks at for a filter. */
const mostLookedAt = 500

const sessionPages = async ({ account, asked, ports }: Call) => {
  const { client, model, negative, ...query } = readQuery(asked, sessionsQuery)
  const isWanted = (session: Session): boolean =>
    (client === undefined || session.client === client) &&
    (model === undefined || session.models.some((name) => name.includes(model))) &&
    (negative !== 'true' || netOf(session.sums) < 0)
  const range = {
    newestMonth: new Date(asked.now).toISOString().slice(0, 7),
    oldestMonth: account.createdAt.slice(0, 7),
  }
  const wanted: Session[] = []
  let looked = 0
  // Months that are still to come would be looked through one by one.
  let next = (query.cursor ?? '') < `${range.newestMonth}~` ? query.cursor : undefined
  do {
    const page = await ports.savings.sessions(account.accountId, range, next)
    looked += page.sessions.length
    wanted.push(...page.sessions.filter(isWanted))
    next = page.next
  } while (next !== undefined && wanted.length < leastSessionsOnPage && looked < mostLookedAt)
  return { wanted, looked, next }
}

/** Newest first. */
export const sessions: Handler = async (call) => {
  const { wanted, looked, next } = await sessionPages(call)
  return json({ sessions: wanted.map(sessionView), looked, ...defined({ next }) })
}

/** One page as a part of a file. */
export const sessionsCsv: Handler = async (call) => {
  const { wanted, next } = await sessionPages(call)
  const rows = wanted.map(({ sessionId, startedAt, lastAt, client, models, hasMoreModels, sums }) => ({
    session: sessionId,
    startedAt,
    lastAt,
    client,
    models: [...models, ...(hasMoreModels ? ['…'] : [])].join(' '),
    ...sumsCells(sums),
  }))
  return csvPart(`${call.account.accountId}-sessions.csv`, sessionColumns, rows, next)
}

export const session: Handler = async ({ account, parameters, ports }) => {
  const id = z.guid().safeParse(parameters.session)
  const found = id.success ? await ports.savings.session(account.accountId, id.data) : undefined
  if (found === undefined) throw new Refusal('not-found', 'There is no such session.')
  return json(sessionView(found))
}

/** Where the exchanges of a session or of a month go on: the id of the last one. */
export const exchangeCursor = z.string().regex(/^[0-9A-Za-z]{1,40}$/)

export const exchangesQuery = z.object({
  cursor: exchangeCursor.optional(),
  limit: z.coerce.number().int().min(1).max(300).default(50),
})

/** Newest first. */
export const exchanges: Handler = async ({ account, asked, parameters, ports }) => {
  const { cursor: before, limit } = readQuery(asked, exchangesQuery)
  const { receipts, next } = await ports.ledger.session(account.accountId, parameters.session ?? '', limit, before)
  return json({ exchanges: receipts.map(receiptView), ...defined({ next }) })
}

export const exchangesCsvQuery = exchangesQuery.pick({ cursor: true })

/** Newest first, so many lines. */
export const exchangesCsv: Handler = async ({ account, asked, parameters, ports }) => {
  const { cursor: before } = readQuery(asked, exchangesCsvQuery)
  const { session: id = '' } = parameters
  const { receipts, next } = await ports.ledger.session(account.accountId, id, linesOfFile, before)
  return exchangesFile(`${account.accountId}-session-${id}.csv`, receipts, next)
}
