import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { UsageFault } from '../../bin/usage-fault.ts'
import { readDemoOptions, usage } from '../../local/demo/options.ts'
import { legend } from '../../local/demo/show.ts'
import { usage as startUsage } from '../../local/options.ts'

it.each([[['--bogus']], [['page']], [['--page', 'x']]])('the demo does not understand %j', (words) => {
  expect(() => readDemoOptions(words)).toThrow(UsageFault)
})

it('the demo understands its options', () => {
  expect(readDemoOptions(['--page'])).toEqual({ page: true, dashboard: false, help: false })
})

it.each([
  ['npm start', startUsage],
  ['npm run demo', usage],
  ['npm run demo, as its legend', legend],
])('%s fits a terminal of 80 columns', (_, text) => {
  const plain = stripVTControlCharacters(text)
  expect(plain.split('\n').filter((line) => line.length > 80)).toEqual([])
})
