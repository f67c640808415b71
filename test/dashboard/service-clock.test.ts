// The clock by which the page counts.

import { afterEach, expect, it, vi } from 'vitest'
import { learnTime, serviceNow } from '../../dashboard/page/data/service-clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

it("is the service's, as the last answer tells it, and goes on", () => {
  vi.useFakeTimers({ now: Date.parse('2024-02-29T12:00:00Z') })
  expect(serviceNow()).toBe(Date.now())
  learnTime(new Headers({ date: 'Sun, 29 Nov 2026 00:52:56 GMT' }))
  learnTime(new Headers())
  learnTime(new Headers({ date: 'soon' }))
  vi.advanceTimersByTime(4_000)
  expect(new Date(serviceNow()).toISOString()).toBe('2026-11-29T00:53:00.000Z')
})
