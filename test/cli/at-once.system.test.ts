// Several commands of one person at the same moment: each one's sign-in and journal entry is kept.

import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { credentialsPath, keepSignIn, signIns } from '../../cli/service/credentials.ts'
import { readJournal } from '../../cli/wrap/journal.ts'
import { type CliWorld, cliWorld } from '../../testkit/cli-world.ts'

const project = new URL('../../', import.meta.url)
const worlds: CliWorld[] = []
const machine = (): CliWorld => {
  const world = cliWorld()
  worlds.push(world)
  return world
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.close()
})

const signIn = (url: string) => ({
  ...{ url, token: `pt_of ${url}`, baseUrl: url, device: 'laptop', expiresAt: '' },
  ...{ account: { id: 'acme', kind: 'organization' as const }, person: {} },
})

/** A process that waits for the moment, and then signs in and wraps, several times. */
const program = `
import { keepSignIn } from '${project}cli/service/credentials.ts'
import { keepEntry } from '${project}cli/wrap/journal.ts'
const [home, moment, number] = process.argv.slice(1)
const world = { home, platform: 'linux', environment: {} }
while (Date.now() < Number(moment)) {}
for (const turn of [1, 2, 3, 4, 5]) {
  const url = 'https://' + number + '-' + turn + '.example'
  keepSignIn(world, { url, token: 'pt_x', baseUrl: url })
  keepEntry(world, { agent: 'claude', path: url, after: '' })
}
`

it('keep what each of them has kept', async () => {
  const world = machine()
  const moment = String(Date.now() + 1_500)
  const words = (number: number) => ['--input-type=module', '-e', program, world.home, moment, String(number)]
  await Promise.all([1, 2, 3, 4].map((number) => promisify(execFile)(process.execPath, words(number))))
  expect([signIns(world).length, readJournal(world).length]).toEqual([20, 20])
}, 30_000)

it('wait for none that was killed while it kept something', () => {
  const world = machine()
  mkdirSync(dirname(credentialsPath(world)), { recursive: true, mode: 0o700 })
  writeFileSync(`${credentialsPath(world)}.lock`, '')
  const one = signIn('https://one.example')
  keepSignIn(world, one)
  expect(signIns(world)).toEqual([one])
}, 30_000)
