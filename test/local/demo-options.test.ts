import { expect, it } from 'vitest'
import { UsageFault } from '../../bin/usage-fault.ts'
import { readDemoOptions } from '../../local/demo/options.ts'

it.each([[['--bogus']], [['page']], [['--page', 'x']]])('the demo does not understand %j', (words) => {
  expect(() => readDemoOptions(words)).toThrow(UsageFault)
})

it('the demo understands its options', () => {
  expect(readDemoOptions(['--page'])).toEqual({ page: true, dashboard: false, help: false })
})
