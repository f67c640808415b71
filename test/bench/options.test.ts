// The command line of `npm run bench`.

import { describe, expect, it } from 'vitest'
import { readBenchOptions } from '../../bench/options.ts'
import { rowNames } from '../../bench/row-names.ts'
import { UsageFault } from '../../bin/usage-fault.ts'

describe('options', () => {
  it('measure everything in full when there are none', () => {
    expect(readBenchOptions([])).toEqual({ scale: 'full', json: false, seed: 1, rows: rowNames })
  })

  it('are read', () => {
    expect(
      readBenchOptions(['--quick', '--json', '--seed', '7', '--only', 'streams, cpu', '--profile', 'profiles']),
    ).toEqual({ scale: 'quick', json: true, seed: 7, rows: ['cpu', 'streams'], profiles: 'profiles' })
    expect(readBenchOptions(['--help'])).toBeUndefined()
  })

  it.each([
    { words: ['--only', 'spead'], says: 'There is no row "spead".' },
    { words: ['--seed', 'x'], says: '--seed takes a whole number.' },
    { words: ['--seed', '-1'], says: 'ambiguous' },
    { words: ['--slow'], says: "Unknown option '--slow'" },
    { words: ['cpu'], says: 'Unexpected argument' },
  ])('$words: $says', ({ words, says }) => {
    expect(() => readBenchOptions(words)).toThrow(UsageFault)
    expect(() => readBenchOptions(words)).toThrow(says)
  })
})
