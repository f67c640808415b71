// The command line of `npm run bench`.

import { describe, expect, it } from 'vitest'
import { readBenchOptions } from '../../bench/options.ts'
import { rowNames } from '../../bench/rows/names.ts'
import { UsageFault } from '../../bin/usage-fault.ts'

describe('options', () => {
  it('measure everything in full when there are none', () => {
    expect(readBenchOptions([])).toEqual({ scale: 'full', json: false, seed: 1, repeat: 1, rows: rowNames })
  })

  it('are read', () => {
    expect(
      readBenchOptions(['--quick', '--json', '--seed', '7', '--only', 'streams, cpu', '--profile', 'profiles']),
    ).toEqual({ scale: 'quick', json: true, seed: 7, repeat: 1, rows: ['cpu', 'streams'], profiles: 'profiles' })
    expect(readBenchOptions(['--quick', '--repeat', '10'])).toMatchObject({ scale: 'quick', repeat: 10 })
    expect(readBenchOptions(['--peers'])?.rows).toEqual([...rowNames, 'peers'])
    expect(readBenchOptions(['--only', 'cpu', '--peers'])?.rows).toEqual(['cpu', 'peers'])
    expect(readBenchOptions(['--only', 'peers'])?.rows).toEqual(['peers'])
    expect(readBenchOptions(['--help'])).toBeUndefined()
  })

  it.each([
    { words: ['--only', 'spead'], says: 'There is no "spead"; known are own-work, ' },
    { words: ['--seed', 'x'], says: '--seed takes a whole number from 0 on.' },
    { words: ['--seed', '-1'], says: '--seed takes a whole number from 0 on.' },
    { words: ['--repeat', '0'], says: '--repeat takes a whole number from 1 on.' },
    { words: ['--repeat', '2', '--json'], says: '--repeat goes with neither' },
    { words: ['--slow'], says: "Unknown option '--slow'" },
    { words: ['cpu'], says: 'Unexpected argument' },
  ])('$words: $says', ({ words, says }) => {
    expect(() => readBenchOptions(words)).toThrow(UsageFault)
    expect(() => readBenchOptions(words)).toThrow(says)
  })
})
