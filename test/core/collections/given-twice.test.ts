import { parseArgs } from 'node:util'
import { expect, it } from 'vitest'
import { givenTwice } from '../../../core/collections/given-twice.ts'

const options = {
  port: { type: 'string', short: 'p' },
  origin: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const
const twiceIn = (...words: readonly string[]): string | undefined =>
  givenTwice(parseArgs({ args: [...words], options, allowPositionals: true, tokens: true }).tokens, ['origin'])

it.each([
  ['port', ['--port', '1', '--port', '2']],
  ['port', ['--port', '1', '-p1']],
  [undefined, ['--port', '1', 'port', 'port', '--json', '--json']],
  [undefined, ['--origin', 'a', '--origin', 'a']],
  [undefined, ['--port', '1', '--', '--port', '2']],
])('is %s of %j', (twice, words) => {
  expect(twiceIn(...words)).toBe(twice)
})
