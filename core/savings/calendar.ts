// Days as people live them, from half hours in UTC: exact in every zone whose offset is a multiple of half an hour, also where
// the clocks change. Zones on a quarter of an hour (Kathmandu, Chatham, Eucla) get days in UTC, and are told so.

import { boundedMap } from '../collections/bounded-map.ts'
import { dayAt } from '../text/day.ts'

export const dayMilliseconds = 86_400_000
/** A month, as `2026-11`. */
export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/
const halfHourMinutes = 30

const formats = boundedMap<Intl.DateTimeFormat>(50)

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** The clock on the wall as if it were in UTC, to the minute: milliseconds since the epoch. */
const wallClock = (at: number, zone: string): number => {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = value
  return Date.UTC(
    Number(parts.year),
    Number(parts.month) - 1,
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
  )
}

/** Whether this is the name of a time zone. */
export const isTimeZone = (zone: string): boolean => {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** Minutes east of UTC. `at` in milliseconds since the epoch. */
export const offsetMinutes = (at: number, zone: string): number =>
  Math.round((wallClock(at, zone) - Math.floor(at / 60_000) * 60_000) / 60_000)

/** The zone whose days can be told exactly throughout the range: the one asked for, or `UTC`. */
export const exactZone = (zone: string, from: number, to: number): string => {
  for (let at = from; at < to + dayMilliseconds; at += dayMilliseconds)
    if (offsetMinutes(Math.min(at, to), zone) % halfHourMinutes !== 0) return 'UTC'
  return zone
}

/**
 * Tells the day on which a moment lies: `2026-11-21`. Asking for the clock on the wall is slow, so it is asked for once a day
 * of UTC, where it runs evenly from one midnight to the next.
 */
export const localDays = (zone: string): ((at: number) => string) => {
  if (zone === 'UTC') return dayAt
  const evenOffsets = new Map<number, number | undefined>()
  const evenOffset = (day: number): number | undefined => {
    if (!evenOffsets.has(day)) {
      const offset = offsetMinutes(day * dayMilliseconds, zone)
      evenOffsets.set(day, offset === offsetMinutes((day + 1) * dayMilliseconds, zone) ? offset : undefined)
    }
    return evenOffsets.get(day)
  }
  return (at) => {
    const offset = evenOffset(Math.floor(at / dayMilliseconds)) ?? offsetMinutes(at, zone)
    return dayAt(at + offset * 60_000)
  }
}

/** The day so many days before or after another. */
export const dayAfter = (day: string, days = 1): string =>
  dayAt(Date.parse(`${day}T00:00:00Z`) + days * dayMilliseconds)

/** The days from one to another, both included. */
export const daysBetween = (first: string, last: string): readonly string[] => {
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day)
  return days
}

/** The months from one to another, both included. Each as `2026-11`. */
export const monthsBetween = (first: string, last: string): readonly string[] => {
  const months: string[] = []
  for (let month = first; month <= last; ) {
    months.push(month)
    const [year = 0, number = 0] = month.split('-').map(Number)
    month = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
  }
  return months
}

/** The half hours in UTC that may lie on these days: a day to each side is enough for every zone. ISO 8601. */
export const spanOf = (first: string, last: string): { readonly from: string; readonly to: string } => ({
  from: `${dayAfter(first, -1)}T00:00:00.000Z`,
  to: `${dayAfter(last)}T23:30:00.000Z`,
})
