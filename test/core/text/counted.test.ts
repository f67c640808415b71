import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { counted } from '../../../core/text/counted.ts'

it.each([
  [0, '0 texts'],
  [1, '1 text'],
  [2, '2 texts'],
  [1_204, '1,204 texts'],
])('counts %d', (count, said) => {
  expect(counted(count, 'text')).toBe(said)
})

it('takes a plural that is not made by an s', () => {
  expect([1, 3].map((count) => counted(count, 'order of pauses', 'orders of pauses'))).toEqual([
    '1 order of pauses',
    '3 orders of pauses',
  ])
})

const root = join(import.meta.dirname, '..', '..', '..')
const folders = ['bin', 'cli', 'core', 'dashboard', 'eval', 'local', 'scripts', 'service']
const nouns = [
  'text',
  'token',
  'session',
  'request',
  'exchange',
  'turn',
  'file',
  'message',
  'result',
  'receipt',
  'model',
]
const more = ['key', 'day', 'line', 'package', 'template', 'document', 'order', 'member', 'character', 'failure']
/** What stands before the noun is worked out, and nobody has asked whether it is one. */
const uncounted = new RegExp(`\\$\\{[^{}]*\\} (?:${[...nouns, ...more].join('|')})s\\b`, 'g')
/** Bounds that are constants, and figures such as 1.2k. */
const never = /\$\{(?:[A-Z_]{2,}|compact\(|fewest|most|longest|shortest|longEnough)/
/** They write what is played and print nothing, or count what there are hundreds of. */
const madeUp = /^(?:eval\/(?:show\/(?:samples|excerpts)|cost\/search\/(?:client|shapes)\/)|scripts\/install)/

it('every count that is printed is in the right number', () => {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name) && !madeUp.test(`${folder}/${name}`))
      .flatMap((name) =>
        [...readFileSync(join(root, folder, name), 'utf8').matchAll(uncounted)]
          .filter(([text]) => !never.test(text))
          .map(([text]) => `${folder}/${name}: ${text}`),
      ),
  )
  expect(found).toEqual([])
})
