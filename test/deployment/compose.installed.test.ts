// compose.yaml by the Compose specification's own schema: it is taken as it stands, and no line of it could be misspelt.
// test/local/compose-file.ts has the rules that the schema leaves to Compose, such as the values of `restart`.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { root } from '../local/compose-file.ts'

const text = readFileSync(join(root, 'compose.yaml'), 'utf8')

/** Names that the file gives to things of its own; every other name is the specification's. */
const givenNames = ['proxy', 'data']

/** The file with one name misspelt, for each line that begins with a name of the specification. */
const misspelt = text.split('\n').flatMap((line, index, lines) => {
  const name = /^ *([a-z_]+):(?: |$)/.exec(line)?.[1]
  if (name === undefined || givenNames.includes(name)) return []
  return [{ name, text: lines.with(index, line.replace(name, `${name}x`)).join('\n') }]
})

/** What is wrong with each text; `null`: nothing. */
const faultsOf = (texts: readonly string[]): readonly (string | null)[] => {
  const words = [join(import.meta.dirname, 'judge-compose.py')]
  const { stdout, stderr } = spawnSync(process.env.MOTO_PYTHON ?? '', words, { input: JSON.stringify(texts) })
  return z.array(z.string().nullable()).parse(JSON.parse(String(stdout) || `"${stderr}"`))
}

it('is taken', () => {
  expect(faultsOf([text])).toEqual([null])
})

it('is refused when any one line of it is misspelt', () => {
  expect(misspelt.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['services', 'build', 'dockerfile_inline', 'ports', 'stop_grace_period', 'healthcheck']),
  )
  const faults = faultsOf(misspelt.map((one) => one.text))
  expect(misspelt.filter((_, index) => faults[index] === null)).toEqual([])
})
