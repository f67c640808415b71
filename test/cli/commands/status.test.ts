// What `status` says of a token that has ended, and of its last exchange.

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../cli/run-command.ts'
import { keepSignIn } from '../../../cli/service/credentials.ts'
import { type CliWorld, cliWorld } from '../../../testkit/cli-world.ts'

const signIn = {
  url: 'https://d.example',
  token: 'pt_kept',
  baseUrl: 'https://b.example',
  account: { id: 'acme', kind: 'organization' as const },
  person: {},
  device: 'laptop',
  expiresAt: '2027-01-01T00:00:00.000Z',
}

let world: CliWorld
const environment: Record<string, string> = {}
const ended = (): Response => Response.json({ error: { message: 'No.' } }, { status: 401 })
let answer = ended
beforeEach(() => {
  answer = ended
  world = cliWorld({ environment, fetch: async () => answer() })
  keepSignIn(world, signIn)
})
afterEach(() => {
  world.close()
  delete environment.COMPACTION_TOKEN
})

describe('a token that has ended', () => {
  it('is replaced by signing in again', async () => {
    expect(await runCommand(['status'], world)).toBe(1)
    expect(world.printed.err).toContain('Your sign-in at https://d.example has ended.')
    expect(world.printed.err).toContain('compaction login https://d.example')
  })

  it('of the environment is unset or replaced: it wins over a sign-in', async () => {
    environment.COMPACTION_TOKEN = `pt_${'g'.repeat(49)}`
    expect(await runCommand(['status'], world)).toBe(1)
    expect(world.printed.err).toContain(
      'The token of COMPACTION_TOKEN in the environment has ended at https://d.example. Unset COMPACTION_TOKEN, or give it a new token.',
    )
    expect(world.printed.err).not.toContain('compaction login')
    expect(world.printed.err).not.toContain('pt_')
  })

  it.each(['env', 'wrap claude'])('of the environment goes nowhere: %s', async (line) => {
    environment.COMPACTION_TOKEN = `pt_${'g'.repeat(49)}`
    expect(await runCommand(line.split(' '), world)).toBe(1)
    expect(world.printed.err).toContain('Unset COMPACTION_TOKEN')
    expect(world.printed.out).not.toContain('pt_')
    expect(existsSync(join(world.home, '.claude'))).toBe(false)
  })

  it('of the environment is not judged where the service cannot be reached', async () => {
    environment.COMPACTION_TOKEN = `pt_${'g'.repeat(49)}`
    answer = () => {
      throw new TypeError('fetch failed')
    }
    expect(await runCommand(['env'], world)).toBe(0)
    expect(world.printed.out).toContain("COMPACTION_BASE_URL='https://b.example'")
  })
})

describe('the last exchange', () => {
  const me = {
    account: signIn.account,
    person: {},
    token: { id: 'k', suffix: 'wXyZ', device: 'laptop', expiresAt: signIn.expiresAt },
    entitlements: ['proxy'],
    mode: 'repeated',
    baseUrl: signIn.baseUrl,
    version: '0.2.0',
    minimumCli: '0.1.0',
  }

  it.each([
    [{}, 'none lately'],
    [{ lastDay: { day: '2026-11-20', exchanges: 1, failedOpen: 0 } }, '2026-11-20 (UTC), 1 request\n'],
    [
      { lastDay: { day: '2026-11-20', exchanges: 12, failedOpen: 2 } },
      '2026-11-20 (UTC), 12 requests, 2 of them sent as they came\n',
    ],
    [
      { lastExchange: { receivedAt: '2026-11-21T22:40:10.000Z', client: 'codex', model: 'm', outcome: 'compacted' } },
      '5 min ago, Codex, m, Compacted',
    ],
    [
      {
        lastExchange: {
          ...{ receivedAt: '2026-11-21T22:40:10.000Z', client: 'codex', model: 'm' },
          ...{ outcome: 'failed-open', reason: 'compressor-timeout' },
        },
      },
      '5 min ago, Codex, m, Sent as it came: The compressor did not answer in time.',
    ],
    ...(
      [
        [{ route: 'messages', status: 200, compactionMode: 'off' }, 'Compaction off'],
        [
          { route: 'messages', status: 200, compactionMode: 'repeated' },
          'Nothing deleted: New text stays whole until the model has read it, and goes later, once that pays.',
        ],
        [{ route: 'messages', status: 429, compactionMode: 'repeated' }, 'Not compacted'],
        // Of an older service.
        [{}, 'Nothing deleted'],
      ] as const
    ).map(([told, name]): [object, string] => [
      { lastExchange: { receivedAt: '2026-11-21T22:40:10.000Z', outcome: 'verbatim', ...told } },
      `5 min ago, ${name}\n`,
    ]),
  ])('%j is told', async (last, text) => {
    answer = () => Response.json({ ...me, ...last })
    expect(await runCommand(['status'], world)).toBe(0)
    expect(world.printed.out).toContain(`last use   ${text}`)
  })
})

const here = {
  ...{ account: signIn.account, person: {}, entitlements: ['proxy'], mode: 'repeated', baseUrl: signIn.baseUrl },
  ...{ token: { id: 'k', suffix: 'wXyZ', device: 'laptop', expiresAt: signIn.expiresAt } },
  ...{ version: '0.2.0', minimumCli: '0.1.0' },
}

it.each([
  ['2026-12-21T22:44:59.000Z', '30 days'],
  ['2026-12-21T21:46:00.000Z', '30 days'],
  ['2026-12-21T21:30:00.000Z', '29 days'],
  ['2026-11-22T20:00:00.000Z', 'less than a day'],
])('tells how long a token goes on, right to the hour: until %s', async (expiresAt, text) => {
  answer = () => Response.json({ ...here, token: { ...here.token, expiresAt } })
  expect(await runCommand(['status'], world)).toBe(0)
  expect(world.printed.out).toContain(`expires in ${text} unless it is used`)
})

it('tells where each agent sends its requests, and of OpenCode for which provider', async () => {
  answer = () => Response.json(here)
  environment.PATH = world.home
  for (const agent of ['codex', 'opencode']) writeFileSync(join(world.home, agent), '', { mode: 0o755 })
  const own = { provider: { anthropic: { options: { baseURL: `${signIn.baseUrl}/anthropic/v1` } } } }
  writeFileSync(join(world.home, 'opencode.json'), JSON.stringify(own))
  expect(await runCommand(['status'], world)).toBe(0)
  expect(world.printed.out).toContain(
    'agents     codex → its provider, opencode (anthropic) → this service, opencode (openai) → its provider\n',
  )
  delete environment.PATH
})

it('tells of an agent that is wrapped for an editor, and that no command starts', async () => {
  answer = () => Response.json(here)
  expect(await runCommand(['status'], world)).toBe(0)
  expect(world.printed.out).toContain('agents     none found\n')
  expect(await runCommand(['wrap', 'claude'], world)).toBe(0)
  expect(await runCommand(['status'], world)).toBe(0)
  expect(world.printed.out).toContain('agents     claude → this service\n')
  await runCommand(['doctor', '--no-probe'], world)
  expect(world.printed.out).toContain('claude is wrapped')
  expect(world.printed.out).not.toContain('No agent was found')
})
