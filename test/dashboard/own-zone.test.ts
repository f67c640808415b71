// Which time zone days are asked for in, whatever the machine says of its own.

import { expect, it } from 'vitest'
import { isTimeZone } from '../../core/savings/calendar.ts'
import { ownZone } from '../../dashboard/page/data/own-zone.ts'

it.each([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  // Of Chromium, and of nobody: whoever is asked refuses them.
  ['Etc/Unknown', 'UTC'],
  ['Nowhere/Else', 'UTC'],
  ['', 'UTC'],
])('a machine that says %j has its days in %s', (named, zone) => {
  expect(ownZone(named)).toBe(zone)
})

it('is one that the service takes', () => {
  expect(isTimeZone(ownZone())).toBe(true)
})
