// When a day of the reader's zone ends, as a moment that the service takes.

import { offsetMinutes } from '../../../core/savings/calendar.ts'

const second = 1_000
const minute = 60_000
const dayMilliseconds = 86_400_000

/** The last second of a day such as `2026-12-01`; ISO 8601. */
export const endOfDay = (day: string, zone: string): string => {
  const midnight = Date.parse(`${day}T00:00:00Z`) + dayMilliseconds
  const midnightBy = (at: number): number => midnight - offsetMinutes(at, zone) * minute
  // Clocks may change between the moments, and where they pass over midnight, neither is one.
  const at = midnightBy(midnightBy(midnight))
  return new Date(Math.max(at, midnightBy(at)) - second).toISOString()
}
