// The words of the bill's command line.

import { describe, expect, it } from 'vitest'
import { readBillOptions } from '../../../eval/cost/options.ts'

describe('the options of the bill', () => {
  it('measure made-up runs when no data is given', () => {
    expect(readBillOptions([])).toMatchObject({ sets: ['made-up'], frontier: false, seeds: [1] })
  })

  it('measure every recorded set of a folder', () => {
    expect(readBillOptions(['data', '--seeds', '2', '--budget', '0.5'])).toMatchObject({
      folder: 'data',
      sets: ['coding', 'joined', 'service', 'demos'],
      seeds: [1, 2],
      budget: 0.5,
    })
  })

  it.each([
    [['--sets', 'coding'], 'give the folder'],
    [['data', '--sets', 'nothing'], 'There is no "nothing"'],
    [['data', '--budget', '2'], '--budget takes a number from 0 to 1'],
    [['data', 'more'], 'only one folder'],
    [['--deep'], 'deep'],
  ])('refuse %j', (words, message) => {
    expect(() => readBillOptions(words)).toThrow(message)
  })
})
