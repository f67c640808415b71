// Sums over a span of time, read from the parts: days and hours as people live them from half hours, and days of UTC by key, mode,
// agent and model.

import { dayAfter, daysBetween, exactZone, localDays, monthsBetween, offsetMinutes, spanOf } from './calendar.ts'
import { type Dimensions, daysOwner, halfHourPart, halfHourStart, halfHoursOwner, readDayPart } from './parts.ts'
import type { SavingsReader } from './store.ts'
import { noSums, plus, type Sums, total } from './sums.ts'

export interface DaySpan {
  /** `2026-11-21`, both included. */
  readonly first: string
  readonly last: string
}

export interface Days {
  /** The zone that the days are in: the one asked for, or `UTC` where that one has no exact days. */
  readonly zone: string
  readonly days: readonly { readonly day: string; readonly sums: Sums }[]
}

/** Before and behind every part of a month. Not empty: DynamoDB refuses to compare a key with nothing. */
const firstPart = '0'
const lastPart = '~'

/** The days up to `now` (milliseconds since the epoch), today included. */
export const lastDays = (count: number, now: number, zone: string): DaySpan => {
  const last = localDays(zone)(now)
  return { first: dayAfter(last, 1 - count), last }
}

/** The half hours with exchanges from one moment to another (ISO 8601), each with where it begins. A query for each month. */
const halfHoursOf = async (
  savings: Pick<SavingsReader, 'parts'>,
  accountId: string,
  from: string,
  to: string,
): Promise<readonly { readonly at: number; readonly sums: Sums }[]> => {
  const months = monthsBetween(from.slice(0, 7), to.slice(0, 7))
  const parts = await Promise.all(
    months.map((month) =>
      savings.parts(halfHoursOwner(accountId, month), {
        from: month === from.slice(0, 7) ? halfHourPart(from) : firstPart,
        to: month === to.slice(0, 7) ? halfHourPart(to) : lastPart,
      }),
    ),
  )
  return parts.flatMap((found, index) =>
    found.map(({ part, sums }) => ({ at: Date.parse(halfHourStart(months[index] ?? '', part)), sums })),
  )
}

/** The sums of every day of a span, those without exchanges included. */
export const sumsOfDays = async (
  savings: Pick<SavingsReader, 'parts'>,
  accountId: string,
  { first, last }: DaySpan,
  wantedZone: string,
): Promise<Days> => {
  const { from, to } = spanOf(first, last)
  const zone = exactZone(wantedZone, Date.parse(from), Date.parse(to))
  const dayOf = localDays(zone)
  const days = new Map(daysBetween(first, last).map((day) => [day, noSums]))
  for (const { at, sums } of await halfHoursOf(savings, accountId, from, to)) {
    const day = dayOf(at)
    const before = days.get(day)
    if (before !== undefined) days.set(day, plus(before, sums))
  }
  return { zone, days: [...days].map(([day, sums]) => ({ day, sums })) }
}

export interface Hours {
  /** The zone on whose clock the hours begin: the one asked for, or `UTC` where that one has no exact hours. */
  readonly zone: string
  /** `hour`: when it begins, ISO 8601. */
  readonly hours: readonly { readonly hour: string; readonly sums: Sums }[]
}

const anHour = 3_600_000

/**
 * The sums of the last hours up to `now` (milliseconds since the epoch), the running one included, and those without exchanges.
 * Each has sixty minutes, also where the clocks change.
 */
export const sumsOfHours = async (
  savings: Pick<SavingsReader, 'parts'>,
  accountId: string,
  count: number,
  now: number,
  wantedZone: string,
): Promise<Hours> => {
  const zone = exactZone(wantedZone, now - count * anHour, now)
  const offset = offsetMinutes(now, zone) * 60_000
  const end = Math.floor((now + offset) / anHour) * anHour - offset + anHour
  const first = end - count * anHour
  const hours = Array.from({ length: count }, () => noSums)
  const [from, to] = [new Date(first).toISOString(), new Date(end - 1).toISOString()]
  for (const { at, sums } of await halfHoursOf(savings, accountId, from, to)) {
    const index = Math.floor((at - first) / anHour)
    hours[index] = plus(hours[index] ?? noSums, sums)
  }
  return { zone, hours: hours.map((sums, index) => ({ hour: new Date(first + index * anHour).toISOString(), sums })) }
}

/** The sums of one key on a day of UTC, read by its name: what other keys did costs nothing. `day` as `2026-11-21`. */
export const sumsOfKey = async (
  savings: Pick<SavingsReader, 'parts'>,
  accountId: string,
  day: string,
  keyId: string,
): Promise<Sums> => {
  const [from, to] = [`${day.slice(8)}#${keyId}#`, `${day.slice(8)}#${keyId}#~`]
  const parts = await savings.parts(daysOwner(accountId, day.slice(0, 7)), { from, to })
  return total(parts.map(({ sums }) => sums))
}

export const dimensions = ['day', 'keyId', 'mode', 'client', 'model'] as const
export type Dimension = (typeof dimensions)[number]

export type UsageRow = Readonly<Partial<Record<Dimension, string>>> & { readonly sums: Sums }

/** Sums of the days of UTC in a span, told apart by some of their dimensions, in their order. */
export const sumsBy = async (
  savings: Pick<SavingsReader, 'parts'>,
  accountId: string,
  { first, last }: DaySpan,
  by: readonly Dimension[],
): Promise<readonly UsageRow[]> => {
  const months = monthsBetween(first.slice(0, 7), last.slice(0, 7))
  const parts = await Promise.all(
    months.map((month) =>
      savings.parts(daysOwner(accountId, month), {
        from: month === first.slice(0, 7) ? first.slice(8) : firstPart,
        // Behind everything that begins with the day.
        to: month === last.slice(0, 7) ? `${last.slice(8)}~` : lastPart,
      }),
    ),
  )
  const rows = new Map<string, UsageRow>()
  for (const [index, found] of parts.entries())
    for (const { part, sums } of found) {
      if (sums.exchanges === 0) continue
      const { dayOfMonth, ...rest } = readDayPart(part)
      const all: Dimensions & { readonly day: string } = { day: `${months[index]}-${dayOfMonth}`, ...rest }
      const chosen = Object.fromEntries(by.map((dimension) => [dimension, all[dimension]]))
      const name = JSON.stringify(chosen)
      const before = rows.get(name)
      rows.set(name, { ...chosen, sums: before === undefined ? sums : plus(before.sums, sums) })
    }
  const order = (row: UsageRow): string => JSON.stringify(by.map((dimension) => row[dimension]))
  return [...rows.values()].sort((one, other) => (order(one) < order(other) ? -1 : 1))
}
