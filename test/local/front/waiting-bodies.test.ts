import { expect, test } from 'vitest'
import { waitingBodies } from '../../../local/front/waiting-bodies.ts'

const large = 100_000

test('Beyond the share no further body is held, until one is let go', () => {
  const waiting = waitingBodies(2 * large)
  const [first, second] = [waiting.hold(large, 'a'), waiting.hold(large, 'b')]
  expect([first, second]).not.toContain(undefined)
  expect(waiting.hold(large, 'c')).toBeUndefined()
  first?.()
  // Twice is as once.
  first?.()
  expect(waiting.hold(large, 'c')).toBeDefined()
  expect(waiting.hold(large, 'd')).toBeUndefined()
})

test('A body alone is held however large it is, and a small one always', () => {
  const waiting = waitingBodies(1)
  expect(waiting.hold(large, 'a')).toBeDefined()
  expect(waiting.hold(large, 'b')).toBeUndefined()
  expect(waiting.hold(60_000, 'b')).toBeDefined()
})

test('One key leaves a third to others', () => {
  const waiting = waitingBodies(6 * large)
  const held = Array.from({ length: 4 }, () => waiting.hold(large, 'busy'))
  expect(held).not.toContain(undefined)
  expect(waiting.hold(large, 'busy')).toBeUndefined()
  expect(waiting.hold(large, 'quiet')).toBeDefined()
  expect(waiting.hold(large, 'other')).toBeDefined()
  expect(waiting.hold(large, 'late')).toBeUndefined()
  held[0]?.()
  expect(waiting.hold(large, 'busy')).toBeDefined()
  expect(waiting.hold(large, 'busy')).toBeUndefined()
})
