// Negative numbers on a command line reach who reads the option.

import { describe, expect, it } from 'vitest'
import { withNegatives } from '../../../core/text/negative-values.ts'

describe('a negative number behind an option', () => {
  it.each([
    [
      ['set', '--rate', '-4'],
      ['set', '--rate=-4'],
    ],
    [
      ['--share', '-.5', '--since', '-7d'],
      ['--share=-.5', '--since=-7d'],
    ],
    [
      ['--rate', '-4', '-5'],
      ['--rate=-4', '-5'],
    ],
    [
      ['--rate', '4', '-5'],
      ['--rate', '4', '-5'],
    ],
    [
      ['--data', '--memory', '-h'],
      ['--data', '--memory', '-h'],
    ],
    [
      ['run', '--', 'head', '--lines', '-4'],
      ['run', '--', 'head', '--lines', '-4'],
    ],
    [[], []],
  ])('%j is read as %j', (words, read) => {
    expect(withNegatives(words)).toEqual(read)
  })
})
