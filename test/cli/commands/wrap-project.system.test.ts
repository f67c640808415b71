// A project whose files somebody else has made: where the token does not go.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { wrapAgent } from '../../../cli/wrap/wrap.ts'
import { type CliWorld, cliWorld } from '../../../testkit/cli-world.ts'

let world: CliWorld
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  world = cliWorld({ folder, environment: { PATH: process.env.PATH } })
})
afterEach(() => {
  rmSync(world.folder, { recursive: true, force: true })
  world.close()
})

const route = { baseUrl: 'https://b.example', token: `pt_${'a'.repeat(49)}` }
const wrapped = (agent: string) => wrapAgent(agent, { world, route, isProject: true }, false)
const local = () => join(world.folder, '.claude', 'settings.local.json')
const git = (...words: string[]) => execFileSync('git', ['-C', world.folder, ...words], { stdio: 'ignore' })
const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const read = (path: string): string => readFileSync(path, 'utf8')

it.each(['claude', 'opencode'])('It leads %s to no file of the person, and to no folder', (agent) => {
  const own = join(world.home, 'own.json')
  write(own, '{}')
  mkdirSync(dirname(local()))
  symlinkSync(own, local())
  symlinkSync(own, join(world.folder, 'opencode.json'))
  expect(() => wrapped(agent)).toThrow('outside of it')
  rmSync(dirname(local()), { recursive: true })
  symlinkSync(world.home, dirname(local()))
  expect(() => wrapped(agent)).toThrow('outside of it')
  expect(read(own)).toBe('{}')
  expect(existsSync(join(world.home, 'settings.local.json'))).toBe(false)
})

it('It gets no token into a file that git tracks, also behind a link', () => {
  git('init')
  write(local(), '{}')
  git('add', '-f', '.')
  expect(() => wrapped('claude')).toThrow('git rm --cached')
  write(join(world.folder, 'shared.json'), '{}')
  git('add', 'shared.json')
  rmSync(local())
  symlinkSync('../shared.json', local())
  git('rm', '-f', '--cached', local())
  expect(() => wrapped('claude')).toThrow('tracked by git')
  expect(read(join(world.folder, 'shared.json'))).toBe('{}')
})

it('It is said where git would take the token', () => {
  git('init')
  const told = (): string => wrapped('claude').lines?.join() ?? ''
  expect(told()).toContain('.gitignore')
  write(join(world.folder, '.gitignore'), '*.local.json')
  expect(told()).not.toContain('.gitignore')
})
