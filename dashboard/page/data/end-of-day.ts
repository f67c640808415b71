// When a day of the reader's zone ends, as a moment that the service takes.

import { offsetMinutes } from '../../../core/savings/calendar.ts'

const minute = 60_000

/** The last second of a day such as `2026-12-01`; ISO 8601. */
export const endOfDay = (day: string, zone: string): string => {
  const onTheWall = Date.parse(`${day}T23:59:59Z`)
  const about = onTheWall - offsetMinutes(onTheWall, zone) * minute
  // Clocks may change between the two.
  return new Date(onTheWall - offsetMinutes(about, zone) * minute).toISOString()
}
