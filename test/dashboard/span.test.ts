// The days by which an overview's figures are asked for, told apart: none that is shown may be missing.

import { expect, it } from 'vitest'
import { sumsOfHours } from '../../core/savings/periods.ts'
import { total } from '../../core/savings/sums.ts'
import { sumsView } from '../../dashboard/api/savings/views.ts'
import { spanOf, usageOfSpan } from '../../dashboard/page/data/span.ts'
import { memorySavings } from '../../testkit/memory/savings.ts'

const hoursAt = async (asOf: string, tz: string) => {
  const { zone, hours } = await sumsOfHours(memorySavings(), 'acme', 24, Date.parse(asOf), tz)
  return spanOf({ days: [], hours: hours.map(({ hour, sums }) => ({ hour, ...sumsView(sums) })), zone, asOf })
}

it.each([
  // The running hour begins at half past eleven in the evening of UTC, and this minute is of the next day.
  ['Asia/Kolkata', '2026-11-22T00:10:00.000Z', '2026-11-21', '2026-11-22'],
  // As much is shown of it, and nobody has sent anything in the half hour that is still to come.
  ['Asia/Kolkata', '2026-11-21T23:40:00.000Z', '2026-11-21', '2026-11-21'],
  ['Australia/Lord_Howe', '2026-04-05T00:10:00.000Z', '2026-04-04', '2026-04-05'],
  ['Asia/Kathmandu', '2026-11-22T00:10:00.000Z', '2026-11-21', '2026-11-22'],
  ['Europe/Berlin', '2026-11-22T00:10:00.000Z', '2026-11-21', '2026-11-22'],
])('the last 24 hours in %s at %s reach from %s to %s', async (tz, asOf, first, last) => {
  expect(await hoursAt(asOf, tz)).toEqual({ first, last, zone: 'UTC', isWider: true })
})

it('days are asked for as they are counted, and reach no further where that is by UTC', async () => {
  const asOf = '2026-11-22T00:10:00.000Z'
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => ({ day, ...sumsView(total([])) }))
  const [first, last] = ['2026-11-20', '2026-11-22']
  expect(spanOf({ days, zone: 'UTC', asOf })).toEqual({ first, last, zone: 'UTC', isWider: false })
  const berlin = spanOf({ days, zone: 'Europe/Berlin', asOf })
  expect(berlin).toEqual({ first, last, zone: 'Europe/Berlin', isWider: true })
  expect(usageOfSpan('acme', berlin, 'model')).toBe(
    '/api/accounts/acme/usage?from=2026-11-20&to=2026-11-22&tz=Europe%2FBerlin&by=model',
  )
})

it.each([
  { first: undefined, last: '2026-11-22' },
  { first: '2026-11-20', last: undefined },
])('a span from $first to $last is asked for nowhere', ({ first, last }) => {
  expect(usageOfSpan('acme', { first, last, zone: 'UTC', isWider: false }, 'key')).toBeUndefined()
})
