import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { UsageFault } from '../../bin/usage-fault.ts'
import { compactionModes } from '../../core/access/policy.ts'
import { readDemoOptions, usage } from '../../local/demo/options.ts'
import { legend, showHeading } from '../../local/demo/show.ts'
import { usage as startUsage } from '../../local/options.ts'

it.each([
  [['--bogus']],
  [['page']],
  [['--page', 'x']],
  [['--dashboard', '--port', 'x']],
  [['--dashboard', '--port', '6000']],
  [['--dashboard', '--port', '9000', '--port', '9001']],
  [['--dashboard', '--page']],
])('the demo does not understand %j', (words) => {
  expect(() => readDemoOptions(words)).toThrow(UsageFault)
})

it('the demo understands its options', () => {
  expect(readDemoOptions(['--page'])).toEqual({ page: true, dashboard: false, port: 0, help: false })
  expect(readDemoOptions(['--dashboard', '--port', '9000'])).toMatchObject({ dashboard: true, port: 9_000 })
})

it('a port without the dashboard is refused', () => {
  expect(() => readDemoOptions(['--port', '9000'])).toThrow(
    '--port is the port of the dashboard: give --dashboard too.',
  )
})

it('the heading of arrival claims no more than happens', () => {
  expect(showHeading('arrival', 'openai')).toContain('errors and file reads stay')
})

it.each([
  ['npm start', startUsage],
  ['npm run demo', usage],
  ['npm run demo, as its legend', legend],
  ...compactionModes.map((mode) => [`npm run demo, as the heading of ${mode}`, showHeading(mode, 'openai')]),
])('%s fits a terminal of 80 columns', (_, text) => {
  const plain = stripVTControlCharacters(text)
  expect(plain.split('\n').filter((line) => line.length > 80)).toEqual([])
})
