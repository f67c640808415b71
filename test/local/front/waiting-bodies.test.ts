import { expect, test } from 'vitest'
import { waitingBodies } from '../../../local/front/waiting-bodies.ts'

const large = 100_000

test('Beyond the share no further body is held, until one is let go', () => {
  const waiting = waitingBodies(2 * large)
  const [first, second] = [waiting.hold(large), waiting.hold(large)]
  expect([first, second]).not.toContain(undefined)
  expect(waiting.hold(large)).toBeUndefined()
  first?.()
  // Twice is as once.
  first?.()
  expect(waiting.hold(large)).toBeDefined()
  expect(waiting.hold(large)).toBeUndefined()
})

test('A body alone is held however large it is, and a small one always', () => {
  const waiting = waitingBodies(1)
  expect(waiting.hold(large)).toBeDefined()
  expect(waiting.hold(large)).toBeUndefined()
  expect(waiting.hold(60_000)).toBeDefined()
})
