// The days that a command looks at: a month, or everything since a day. Days are those of UTC.

import { dayAfter, monthsBetween } from '../../../core/savings/calendar.ts'
import type { DaySpan } from '../../../core/savings/periods.ts'
import { dayAt, isDay } from '../../../core/text/day.ts'
import { UsageFault } from '../../usage-fault.ts'
import { type Given, monthFrom } from './values.ts'

export const periodOptions = { month: 'yyyy-mm', since: 'yyyy-mm-dd|Nd' }

const since = (text: string, now: number): string => {
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? []
  if (days !== undefined && Number(days) > 0) return dayAfter(dayAt(now), 1 - Number(days))
  if (isDay(text) && text <= dayAt(now)) return text
  throw new UsageFault(
    `--since is ${JSON.stringify(text)}, but must be a day such as 2026-11-21, or 7d for seven days.`,
  )
}

const wholeMonth = (month: string): DaySpan => ({
  first: `${month}-01`,
  last: dayAfter(
    `${month}-01`,
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate() - 1,
  ),
})

/** This month if nothing is said. Throws `UsageFault`. */
export const periodFrom = (given: Given, now: number): DaySpan => {
  if (given.month !== undefined && given.since !== undefined)
    throw new UsageFault('--month and --since exclude each other.')
  if (given.since !== undefined) return { first: since(given.since, now), last: dayAt(now) }
  return wholeMonth(given.month === undefined ? dayAt(now).slice(0, 7) : monthFrom(given.month))
}

/** Newest first, as `2026-11`. */
export const monthsOf = ({ first, last }: DaySpan): string[] =>
  monthsBetween(first.slice(0, 7), last.slice(0, 7)).toReversed()

/** Whether the days have one of theirs at this moment. ISO 8601 in UTC. */
export const isWithin = (at: string, { first, last }: DaySpan): boolean => {
  const day = at.slice(0, 10)
  return day >= first && day <= last
}

/** As it stands above figures. */
export const periodText = ({ first, last }: DaySpan): string => `${first} to ${last} (UTC)`
