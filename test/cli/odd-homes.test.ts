// Homes in which nothing can be kept: said in a line, before anybody approves anything, and never as a fault of the command.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { agentRoutes } from '../../cli/agents/routes.ts'
import { runCommand } from '../../cli/run-command.ts'
import { credentialsPath } from '../../cli/service/credentials.ts'
import { keepEntry } from '../../cli/wrap/journal.ts'
import { wrapAgent } from '../../cli/wrap/wrap.ts'
import { type CliWorld, cliWorld } from '../../testkit/cli-world.ts'

const worlds: CliWorld[] = []
const machine = (home?: string): CliWorld => {
  const asked: string[] = []
  const world = cliWorld({
    ...(home === undefined ? {} : { home }),
    fetch: async (input) => {
      asked.push(String(input))
      throw new TypeError('Nobody listens.')
    },
  })
  worlds.push(world)
  return world
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.close()
})

const login = ['login', 'https://one.example'] as const

it.each(['status', 'token', 'savings', 'env', 'wrap claude', 'run -- true'])(
  '%s has no sign-in where the home is no folder',
  async (line) => {
    const world = machine('/dev/null')
    expect(await runCommand(line.split(' '), world)).toBe(1)
    expect(world.printed.err).toMatch(/^You are not signed in\. Sign in: compaction login.*\n$/)
  },
)

it('where an agent sends is not known where its settings cannot be read, and keeps nothing else from being told', () => {
  const { home } = machine()
  const claude = join(home, 'claude')
  writeFileSync(claude, '', { mode: 0o755 })
  mkdirSync(join(home, '.claude', 'settings.json'), { recursive: true })
  const world = machine(home)
  expect(agentRoutes({ ...world, folder: home, environment: { PATH: home } }, 'https://b.example')).toEqual([
    { agent: 'claude', goesTo: 'nobody knows where: its settings cannot be read' },
  ])
})

it('a file that cannot be wrapped is named', async () => {
  const world = machine()
  const path = join(world.home, '.claude', 'settings.json')
  mkdirSync(dirname(path))
  const route = { baseUrl: 'https://b.example', token: 'pt_x' }
  for (const text of ['{bad', '[]', '{"env":[]}']) {
    writeFileSync(path, text)
    expect(() => wrapAgent('claude', { world, route, isProject: false }, false)).toThrow(
      new RegExp(`^${path}: The file .* Mend it first, or start the agent with compaction run\\.$`),
    )
  }
})

describe('a home that takes nothing', () => {
  it('is told before anybody is asked to approve anything', async () => {
    const world = machine('/dev/null')
    expect(await runCommand(login, world)).toBe(1)
    expect(world.printed.err).toBe(
      'The folder /dev/null/.config/compaction cannot be made: it lies in something that is not a folder (ENOTDIR). ' +
        'XDG_CONFIG_HOME may name another folder, by its whole path.\n',
    )
  })

  it.each([
    ['linux', 'XDG_STATE_HOME'],
    ['win32', 'LOCALAPPDATA'],
  ] as const)('is told with what would mend it for a journal, on %s', (platform, variable) => {
    const place = { ...machine('/dev/null'), platform }
    const entry = { agent: 'claude', path: '/settings.json', after: '' }
    expect(() => keepEntry(place, entry)).toThrow(`(ENOTDIR). ${variable} may name another folder, by its whole path.`)
  })

  // Only there is a folder that denies to be there: Node's own recursive `mkdir` asks it without end.
  it.skipIf(!existsSync('/proc/self'))('ends', async () => {
    const world = machine('/proc/nobody')
    expect(await runCommand(login, world)).toBe(1)
    expect(world.printed.err).toContain('nothing can be made there (ENOENT).')
  })

  it('is told where a folder stands in the place of the file', async () => {
    const world = machine()
    mkdirSync(credentialsPath(world), { recursive: true, mode: 0o700 })
    for (const words of [login, ['status'], ['logout']]) {
      expect(await runCommand(words, world)).toBe(1)
      expect(world.printed.err).not.toContain('fault of the command')
    }
    expect(world.printed.err).toContain(`${credentialsPath(world)} cannot be read: it is a folder (EISDIR).`)
    expect(existsSync(dirname(credentialsPath(world)))).toBe(true)
  })
})
