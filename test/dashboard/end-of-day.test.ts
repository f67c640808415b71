import { describe, expect, it } from 'vitest'
import { endOfDay } from '../../dashboard/page/data/end-of-day.ts'

describe('the end of a day', () => {
  it.each([
    ['UTC', '2026-12-01', '2026-12-01T23:59:59.000Z'],
    ['Asia/Kolkata', '2026-12-01', '2026-12-01T18:29:59.000Z'],
    ['Asia/Kathmandu', '2026-12-01', '2026-12-01T18:14:59.000Z'],
    ['Pacific/Honolulu', '2026-12-01', '2026-12-02T09:59:59.000Z'],
    // Clocks go forward, or back, between that moment of UTC and the one in the zone.
    ['America/New_York', '2026-03-07', '2026-03-08T04:59:59.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-09T03:59:59.000Z'],
    ['America/New_York', '2026-10-31', '2026-11-01T03:59:59.000Z'],
    ['Australia/Sydney', '2026-10-03', '2026-10-03T13:59:59.000Z'],
    ['Australia/Sydney', '2026-04-04', '2026-04-04T12:59:59.000Z'],
    // They pass over midnight, or come back to an hour before it.
    ['America/Santiago', '2026-09-05', '2026-09-06T03:59:59.000Z'],
    ['America/Santiago', '2026-04-04', '2026-04-05T03:59:59.000Z'],
  ])('in %s, of %s, is %s', (zone, day, moment) => {
    expect(endOfDay(day, zone)).toBe(moment)
  })
})
