// The command line of `npm run bench:load`.

import { describe, expect, it } from 'vitest'
import { readLoadOptions } from '../../../bench/load/options.ts'
import { UsageFault } from '../../../bin/usage-fault.ts'

describe('options', () => {
  it('are half an hour at a rate that is looked for when there are none', () => {
    expect(readLoadOptions([])).toEqual({ minutes: 30, seed: 1 })
  })

  it('are read', () => {
    expect(readLoadOptions(['--minutes', '0.5', '--rate', '3', '--seed', '0', '--plots', 'here'])).toEqual({
      minutes: 0.5,
      rate: 3,
      seed: 0,
      plots: 'here',
    })
    expect(readLoadOptions(['-h'])).toBeUndefined()
  })

  it.each([
    { words: ['--minutes', '0'], says: '--minutes takes a number above 0.' },
    { words: ['--rate', 'many'], says: '--rate takes a number above 0.' },
    { words: ['--seed', '1.5'], says: '--seed takes a whole number from 0 on.' },
    { words: ['--fast'], says: "Unknown option '--fast'" },
  ])('$words: $says', ({ words, says }) => {
    expect(() => readLoadOptions(words)).toThrow(UsageFault)
    expect(() => readLoadOptions(words)).toThrow(says)
  })
})
