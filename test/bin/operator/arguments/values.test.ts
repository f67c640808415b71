// Moments as options of the operator's commands name them.

import { expect, it } from 'vitest'
import { futureMoment, pastMoment } from '../../../../bin/operator/arguments/values.ts'
import { UsageFault } from '../../../../bin/usage-fault.ts'

const now = Date.parse('2028-02-29T12:00:00Z')

it.each([
  ['2028-02-29', '2028-02-29T23:59:59.000Z'],
  ['2028-12-31', '2028-12-31T23:59:59.000Z'],
  ['2028-02-29T13:00:00+00:30', '2028-02-29T12:30:00.000Z'],
])('what ends on %s ends at %s', (text, end) => expect(futureMoment(text, now, 'expires')).toBe(end))

it.each(['2028-02-28', '2028-02-29T12:00:00Z', '2027-02-29', '2028-02-30', '29.2.2028'])('nothing ends on %s', (text) =>
  expect(() => futureMoment(text, now, 'expires')).toThrow(UsageFault),
)

it('what was on a day was when it began', () =>
  expect(pastMoment('2028-02-29', now, 'at')).toBe('2028-02-29T00:00:00.000Z'))
