// What the preflight understands.

import { expect, it } from 'vitest'
import { readWords } from '../../../bin/preflight/command-line.ts'

it('takes the words of the CDK', () => {
  expect(readWords(['-c', 'stage=development', '--context', 'frontDoor=false', '--json'])).toEqual({
    context: { stage: 'development', frontDoor: 'false' },
    json: true,
  })
  expect(readWords(['-cstage=a=b', '-c', 'functionUrls='])?.context).toEqual({ stage: 'a=b', functionUrls: '' })
  expect(readWords([])).toEqual({ context: {}, json: false })
  expect(readWords(['--help'])).toBeUndefined()
})

it.each([
  [['-c', 'stage'], '-c takes name=value, not "stage".'],
  [['-c', '=a'], '-c takes name=value, not "=a".'],
  [['-c', 'stage=a', '-c', 'stage=b'], '-c stage is given twice.'],
  [['-c', 'stage=a', '--context', 'stage=a'], '-c stage is given twice.'],
  [['--stage', 'x'], 'Unknown option'],
])('%j is not understood', (words, why) => {
  expect(() => readWords(words)).toThrow(why)
})
