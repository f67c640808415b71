// Engines that take so long as a text asks for: in proportion to it, and to its square.

import { expect, it } from 'vitest'
import { expectLinear } from './linear.ts'

/** Keeps the processor for so many milliseconds. */
const work = (milliseconds: number): void => {
  const since = process.cpuUsage()
  let used = 0
  while (used < 1_000 * milliseconds) {
    const { user, system } = process.cpuUsage(since)
    used = user + system
  }
}
const write = (size: number): string => 'x'.repeat(size)

it('takes a slow engine whose time grows with the text', () => {
  expectLinear((text) => work(text.length / 800), write)
})

it('refuses one whose time grows with the square of the text', () => {
  expect(() => expectLinear((text) => work((text.length / 8_000) ** 2), write)).toThrow('to be less than')
})
