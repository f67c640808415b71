import { expect, it } from 'vitest'
import { outageMemory } from '../../../core/runtime/outage.ts'

it('an outage is fresh for five seconds, also for requests that came before it, and over when the clock is put back', () => {
  const outage = outageMemory()
  const noticed = 1_000_000
  expect(outage.isFresh(noticed)).toBe(false)
  outage.notice(noticed)
  expect([-60_001, -60_000, 0, 4_999, 5_000].map((later) => outage.isFresh(noticed + later))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})
