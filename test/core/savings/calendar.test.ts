// A local day's half hours, in every zone that Node knows, over the changes of the clocks.

import { describe, expect, it } from 'vitest'
import {
  dayAfter,
  daysBetween,
  exactZone,
  isTimeZone,
  localDays,
  offsetMinutes,
  spanOf,
} from '../../../core/savings/calendar.ts'

const halfHour = 1_800_000
const zones = Intl.supportedValuesOf('timeZone')

/** How many half hours of UTC lie on a local day. */
const halfHoursOf = (day: string, zone: string): number => {
  const { from, to } = spanOf(day, day)
  const localDay = localDays(zone)
  let count = 0
  for (let at = Date.parse(from); at <= Date.parse(to); at += halfHour) if (localDay(at) === day) count += 1
  return count
}

/** The days of the year on whose end the wall's clock shows another offset than at their beginning. */
const changesIn = (zone: string): string[] => {
  const offsetOn = (day: string): number => offsetMinutes(Date.parse(`${day}T12:00:00Z`), zone)
  const weeks = daysBetween('2026-01-01', '2026-12-25').filter((_, index) => index % 7 === 0)
  return weeks
    .filter((day) => offsetOn(day) !== offsetOn(dayAfter(day, 7)))
    .map(
      (week) => daysBetween(week, dayAfter(week, 7)).find((day) => offsetOn(day) !== offsetOn(dayAfter(day))) ?? week,
    )
}

describe('days in a time zone', () => {
  it('are exact in Kolkata, Lord Howe and New York, also when the clocks change', () => {
    expect(halfHoursOf('2026-11-21', 'Asia/Kolkata')).toBe(48)
    expect(localDays('Asia/Kolkata')(Date.parse('2026-11-20T18:30:00Z'))).toBe('2026-11-21')
    expect(localDays('Asia/Kolkata')(Date.parse('2026-11-20T18:29:59Z'))).toBe('2026-11-20')
    // New York: 23 hours in March, 25 in November. Lord Howe moves by half an hour.
    expect(halfHoursOf('2026-03-08', 'America/New_York')).toBe(46)
    expect(halfHoursOf('2026-11-01', 'America/New_York')).toBe(50)
    expect(halfHoursOf('2026-10-04', 'Australia/Lord_Howe')).toBe(47)
    expect(halfHoursOf('2026-04-05', 'Australia/Lord_Howe')).toBe(49)
  })

  it('divide the half hours around every change of the clocks among them, in every zone on half hours', () => {
    for (const zone of zones) {
      const from = Date.parse('2026-01-01T00:00:00Z')
      if (exactZone(zone, from, from + 365 * 86_400_000) !== zone) continue
      const localDay = localDays(zone)
      for (const day of changesIn(zone)) {
        const days = [dayAfter(day, -1), day, dayAfter(day), dayAfter(day, 2)]
        const { from: first, to: last } = spanOf(days[0] ?? day, days.at(-1) ?? day)
        let at = Date.parse(first)
        // The first half hour of the first day begins at midnight on the wall.
        while (localDay(at) !== days[0]) at += halfHour
        const seen: string[] = []
        for (; at <= Date.parse(last); at += halfHour) if (seen.at(-1) !== localDay(at)) seen.push(localDay(at))
        expect(seen.slice(0, 4)).toEqual(days)
      }
    }
  })

  it('are in UTC, and said to be, where the zone stands on a quarter of an hour', () => {
    const from = Date.parse('2026-11-01T00:00:00Z')
    const to = from + 30 * 86_400_000
    for (const zone of ['Asia/Kathmandu', 'Pacific/Chatham', 'Australia/Eucla'])
      expect(exactZone(zone, from, to)).toBe('UTC')
    for (const zone of ['Europe/Berlin', 'Asia/Kolkata', 'UTC', 'Australia/Lord_Howe'])
      expect(exactZone(zone, from, to)).toBe(zone)
  })

  it('follow one another over months and leap days', () => {
    expect(daysBetween('2028-02-27', '2028-03-01')).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'])
    expect(dayAfter('2026-12-31')).toBe('2027-01-01')
    expect(daysBetween('2026-11-02', '2026-11-01')).toEqual([])
  })

  it('are told of names that are zones alone', () => {
    expect(['Europe/Berlin', 'UTC'].every(isTimeZone)).toBe(true)
    expect(['', 'Mars/Olympus', '../etc', 'x'.repeat(500)].some(isTimeZone)).toBe(false)
  })
})
