import { expect, it } from 'vitest'
import { usageFaultText } from '../../bin/usage-fault.ts'

it.each([
  ['npm start -- [options]\n\n  --port', 'npm start -- --help'],
  ['npm run demo -- [options]', 'npm run demo -- --help'],
  ['Usage: npm run -s preflight -- [options]', 'npm run -s preflight -- --help'],
  ['node scripts/with-node.mjs scripts/build.ts', '--help'],
])('the fault stands alone, and behind it where the options of %j are', (usage, help) => {
  expect(usageFaultText('There is no such thing.', usage)).toBe(`There is no such thing.\nAll options: ${help}`)
})
