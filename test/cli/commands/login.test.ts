// A person and the command line: signing in, looking, signing out, against the dashboard's own handlers.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../cli/run-command.ts'
import { credentialsPath, signIns } from '../../../cli/service/credentials.ts'
import type { World } from '../../../cli/world/world.ts'
import { readJournal } from '../../../cli/wrap/journal.ts'
import { type CliWorld, cliWorld } from '../../../testkit/cli-world.ts'
import {
  type DashboardInMemory,
  dashboardInMemory,
  dashboardUrl,
  now,
  type Position,
} from '../../../testkit/memory/dashboard.ts'
import { fetchOver } from '../../../testkit/memory/dashboard-fetch.ts'

let dashboard: DashboardInMemory
let clock: number
const worlds: CliWorld[] = []
beforeEach(async () => {
  dashboard = await dashboardInMemory()
  clock = now
})
afterEach(() => {
  for (const world of worlds.splice(0)) world.close()
})

const decide = (as: Position, code: string, body: object = { account: 'acme' }, decision = 'approve') =>
  dashboard.ask({ as, method: 'POST', path: `/api/device/${code}/${decision}`, body, now: clock })

/** `meanwhile`: what happens while the command waits, given the code that it shows. */
const machine = (
  meanwhile: (code: string, round: number) => Promise<unknown> = (code) => decide('developer', code),
  change: Partial<World> = {},
  isScreen = false,
): CliWorld => {
  let round = 0
  const world: CliWorld = cliWorld(
    {
      now: () => clock,
      fetch: fetchOver(dashboard, () => clock),
      async wait(milliseconds) {
        clock += milliseconds
        round += 1
        await meanwhile(world.printed.err.match(/[B-Z]{4}-[B-Z]{4}/g)?.at(-1) ?? '', round)
      },
      ...change,
    },
    isScreen,
  )
  worlds.push(world)
  return world
}
/** The settings of Claude Code. */
const settingsIn = (world: CliWorld, text: string): string => {
  const path = join(world.home, '.claude', 'settings.json')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const tokenOf = (world: CliWorld): string => signIns(world)[0]?.token ?? ''
const isRevoked = (suffix: string): boolean | undefined => {
  const key = [...dashboard.keys.values()].find((one) => one.suffix === suffix)
  return key === undefined ? undefined : key.revokedAt !== undefined
}

describe('login', () => {
  it('shows a code, waits, and keeps what it is given', async () => {
    const world = machine()
    expect(await runCommand(['login', dashboardUrl], world)).toBe(0)
    expect(world.printed.err).toMatch(
      /^Open https:\/\/compaction\.example\.com\/device and compare: [B-Z]{4}-[B-Z]{4}\nOr open .*\/device\?code=/,
    )
    expect(world.printed.out).toBe(
      `Signed in as developer@example.com to acme\nBase URL  https://service.example.com\nNext      compaction run claude\n`,
    )
    expect(world.printed.out + world.printed.err).not.toContain(tokenOf(world))
    expect(signIns(world)).toMatchObject([
      { url: dashboardUrl, token: expect.stringMatching(/^pt_/), device: 'laptop', account: { id: 'acme' } },
    ])
  })

  it('says that a token of the environment wins', async () => {
    const world = machine(undefined, { environment: { COMPACTION_TOKEN: `pt_${'g'.repeat(49)}` } })
    await runCommand(['login', dashboardUrl], world)
    expect(world.printed.out).toContain('Commands use COMPACTION_TOKEN of the environment until it is unset.\n')
  })

  it('names itself as it was called', async () => {
    const world = machine(undefined, { environment: { npm_command: 'exec' } })
    await runCommand(['login', dashboardUrl], world)
    expect(world.printed.out).toContain(`Next      npx ${dashboardUrl}/cli/compaction.tgz run claude\n`)
  })

  it('opens a browser where somebody sits before a screen, and nowhere else', async () => {
    const opened: string[] = []
    const openBrowser = (address: string) => opened.push(address) > 0
    await runCommand(['login', dashboardUrl], machine(undefined, { openBrowser }))
    await runCommand(['login', dashboardUrl, '--no-browser'], machine(undefined, { openBrowser }, true))
    expect(opened).toEqual([])
    await runCommand(['login', dashboardUrl, '--account', 'acme'], machine(undefined, { openBrowser }, true))
    expect(opened).toEqual([expect.stringMatching(/\/device\?code=[B-Z]{4}-[B-Z]{4}&account=acme$/)])
  })

  it('shows the whole address, with the account that is wanted, where a screen has no browser', async () => {
    const world = machine(undefined, { openBrowser: () => false }, true)
    await runCommand(['login', dashboardUrl, '--account', 'acme'], world)
    expect(world.printed.err).toMatch(/Or open .*\/device\?code=[B-Z]{4}-[B-Z]{4}&account=acme\n/)
  })

  it('replaces the sign-in before it, and revokes its token', async () => {
    const world = machine()
    await runCommand(['login', dashboardUrl], world)
    const first = tokenOf(world).slice(-4)
    await runCommand(['login', '--device', 'desk'], world)
    expect(signIns(world)).toHaveLength(1)
    expect([isRevoked(first), isRevoked(tokenOf(world).slice(-4)), signIns(world)[0]?.device]).toEqual([
      true,
      false,
      'desk',
    ])
  })

  it('leaves what is wrapped at work: it gets the new token, and still its first bytes back', async () => {
    const world = machine()
    const file = settingsIn(world, '{"env":{"A":"1"}}')
    await runCommand(['login', dashboardUrl], world)
    const first = tokenOf(world)
    expect(await runCommand(['wrap', 'claude'], world)).toBe(0)
    writeFileSync(file, readFileSync(file, 'utf8').replace('"1"', '"2"'))
    await runCommand(['login'], world)
    expect(world.printed.out).toContain(`Wrapped   claude has the new token: ${file}\n`)
    expect(readFileSync(file, 'utf8')).toContain(`X-Service-Auth-Token: ${tokenOf(world)}`)
    expect(readFileSync(file, 'utf8')).not.toContain(first)
    await runCommand(['unwrap', 'claude'], world)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ env: { A: '2' } })
  })

  it('names a wrapped file that cannot have the new token, and signs in', async () => {
    const world = machine()
    settingsIn(world, '{}')
    await runCommand(['login', dashboardUrl], world)
    await runCommand(['wrap', 'claude'], world)
    const journal = join(world.home, '.local', 'state', 'compaction', 'wrapped.json')
    writeFileSync(journal, '{')
    expect(await runCommand(['login'], world)).toBe(0)
    expect(world.printed.err).toContain(`${journal} is damaged.`)
  })

  it('keeps one token of two that were approved at the same time, and revokes the other', async () => {
    let isSecondDone = false
    const world = machine(async (code) => {
      if (!isSecondDone) {
        isSecondDone = true
        await runCommand(['login', dashboardUrl], second)
      }
      await decide('developer', code)
    })
    const second = machine(undefined, { home: world.home })
    await runCommand(['login', dashboardUrl], world)
    const live = [...dashboard.keys.values()].filter(
      ({ issuedTo, revokedAt }) => issuedTo !== undefined && revokedAt === undefined,
    )
    expect(live.map(({ suffix }) => suffix)).toEqual([tokenOf(world).slice(-4)])
  })

  it.each([
    ['denied', 'It was denied', (code: string) => decide('developer', code, {}, 'deny')],
    ['never approved', 'The code has expired', async () => {}],
  ])('tells that it was %s, and keeps nothing', async (_what, message, meanwhile) => {
    const world = machine(meanwhile)
    expect(await runCommand(['login', dashboardUrl], world)).toBe(1)
    expect(world.printed.err).toContain(message)
    expect(signIns(world)).toEqual([])
  })

  it('keeps nothing that was approved for another account than was asked for, and revokes it', async () => {
    const world = machine()
    await runCommand(['login', dashboardUrl], world)
    const before = tokenOf(world)
    expect(await runCommand(['login', '--account', 'nope'], world)).toBe(1)
    expect(world.printed.err).toContain('It was approved for acme, not for nope. Nothing was signed in.')
    expect(signIns(world).map(({ token }) => token)).toEqual([before])
    const live = [...dashboard.keys.values()].filter(
      ({ issuedTo, revokedAt }) => issuedTo !== undefined && revokedAt === undefined,
    )
    expect(live.map(({ suffix }) => suffix)).toEqual([before.slice(-4)])
  })

  it('leaves a token that it was given, of another account than was asked for, to its owner', async () => {
    const first = machine()
    await runCommand(['login', dashboardUrl], first)
    const token = tokenOf(first)
    const second = machine(undefined, { input: async () => token })
    expect(await runCommand(['login', dashboardUrl, '--with-token', '--account', 'nope'], second)).toBe(1)
    expect([signIns(second), isRevoked(token.slice(-4))]).toEqual([[], false])
  })

  it.each(['no pe', 'a#b', ''])('asks nobody to approve for %j, which no account is called', async (account) => {
    const world = machine()
    expect(await runCommand(['login', dashboardUrl, '--account', account], world)).toBe(2)
    expect(world.printed.err).toContain(`compaction login: "${account}" is no account.`)
    expect(world.printed.err).not.toContain('Open ')
  })

  it('slows down when told to, and outlasts a network that goes away', async () => {
    const real = fetchOver(dashboard, () => clock)
    const asked: number[] = []
    const odd: Record<number, () => Promise<Response>> = {
      1: async () => Response.json({ error: 'slow_down' }, { status: 400 }),
      2: async () => Promise.reject(new TypeError('fetch failed')),
      3: async () => new Response('bad gateway', { status: 502 }),
    }
    const world = machine((code, round) => (round === 5 ? decide('developer', code) : Promise.resolve()), {
      fetch: async (input, init) => {
        if (String(input).endsWith('/oauth/token')) {
          asked.push((clock - now) / 1000)
          const answer = odd[asked.length]
          if (answer !== undefined) return answer()
        }
        return real(input, init)
      },
    })
    expect(await runCommand(['login', dashboardUrl], world)).toBe(0)
    expect(asked).toEqual([3, 11, 19, 27, 35])
  })

  it('takes a token from standard input, if it is one', async () => {
    const first = machine()
    await runCommand(['login', dashboardUrl], first)
    const input = async () => `${tokenOf(first)}\n`
    const second = machine(undefined, { input })
    expect(await runCommand(['login', dashboardUrl, '--with-token'], second)).toBe(0)
    expect(signIns(second)).toMatchObject([{ token: tokenOf(first), device: 'laptop' }])
    for (const text of ['', 'ak_x', `pt_${'0'.repeat(49)}`]) {
      const third = machine(undefined, { input: async () => text })
      expect(await runCommand(['login', dashboardUrl, '--with-token'], third), text).toBe(1)
    }
  })

  it.each([
    ['no address', [], 2, 'which service?'],
    ['no web address', ['dashboard'], 2, 'is not the address of a service'],
    ['somebody else’s server', ['https://elsewhere.example'], 1, 'does not answer as this service does'],
    ['nobody', ['https://nobody.example'], 1, 'https://nobody.example cannot be reached'],
  ])('says when it is given %s', async (_what, words, exitCode, message) => {
    const fetch = async (input: unknown) => {
      if (String(input).includes('nobody')) throw new TypeError('fetch failed')
      return new Response('<html>', { status: 200 })
    }
    const world = machine(undefined, { fetch })
    expect(await runCommand(['login', ...words], world)).toBe(exitCode)
    expect(world.printed.err).toContain(message)
    expect(world.printed.err).not.toContain('fault of the command')
  })

  it.each([
    ['sends a browser elsewhere', '/device_authorization', { verification_uri_complete: 'https://evil.example/' }],
    ['opens no web page', '/device_authorization', { verification_uri: 'file:///etc/passwd' }],
    ['gives something else than a token', '/token', { access_token: 'x\ny' }],
    ['gives no base URL', '/token', { base_url: 7 }],
  ])('believes no service that %s', async (_what, path, change) => {
    const real = fetchOver(dashboard, () => clock)
    const world = machine(undefined, {
      fetch: async (input, init) => {
        const answer = await real(input, init)
        if (!String(input).endsWith(path)) return answer
        return Response.json({ ...((await answer.json()) as object), ...change }, { status: answer.status })
      },
    })
    expect(await runCommand(['login', dashboardUrl], world)).toBe(1)
    expect(world.printed.err).toContain('does not answer as this service does')
    expect(signIns(world)).toEqual([])
  })

  it('asks nobody to approve what it could not keep', async () => {
    const world = machine()
    const path = credentialsPath(world)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, '{"services":{}}', { mode: 0o644 })
    expect(await runCommand(['login', dashboardUrl], world)).toBe(1)
    expect(world.printed.err).toBe(`${path} can be read by others on this machine. Run: chmod 600 ${path}\n`)
  })
})

describe('logout', () => {
  it('revokes at the service, and deletes here', async () => {
    const world = machine()
    await runCommand(['login', dashboardUrl], world)
    const token = tokenOf(world)
    expect(await runCommand(['logout'], world)).toBe(0)
    expect([isRevoked(token.slice(-4)), signIns(world)]).toEqual([true, []])
    expect(existsSync(credentialsPath(world))).toBe(false)
    expect(await runCommand(['logout'], world)).toBe(0)
  })

  it('deletes here when the service is away, says so, and fails', async () => {
    const world = machine()
    await runCommand(['login', dashboardUrl], world)
    const token = tokenOf(world)
    const away: CliWorld = { ...world, fetch: () => Promise.reject(new TypeError('fetch failed')) }
    expect(await runCommand(['logout', '--json'], away)).toBe(1)
    expect(JSON.parse(world.printed.out.split('\n').slice(3).join('\n'))).toEqual({
      signedOut: [{ url: dashboardUrl, revoked: false }],
    })
    expect([isRevoked(token.slice(-4)), signIns(world)]).toEqual([false, []])
  })

  it('takes back what is wrapped with the token: an agent would be refused with it', async () => {
    const world = machine()
    const file = settingsIn(world, '{"env":{"A":"1"}}')
    await runCommand(['login', dashboardUrl], world)
    await runCommand(['wrap', 'claude'], world)
    expect(await runCommand(['logout'], world)).toBe(0)
    expect(world.printed.out).toContain(`claude is as it was: ${file}\nSigned out of ${dashboardUrl}`)
    expect([readFileSync(file, 'utf8'), readJournal(world)]).toEqual(['{"env":{"A":"1"}}', []])
  })

  it('fails where nobody can tell what is wrapped, and signs out all the same', async () => {
    const world = machine()
    const file = settingsIn(world, '{}')
    await runCommand(['login', dashboardUrl], world)
    const token = tokenOf(world)
    await runCommand(['wrap', 'claude'], world)
    const journal = join(world.home, '.local', 'state', 'compaction', 'wrapped.json')
    writeFileSync(journal, '{')
    expect(await runCommand(['logout'], world)).toBe(1)
    expect(world.printed.err).toContain(`${journal} is damaged.`)
    expect(world.printed.err).toContain('What is wrapped still holds the token.\n')
    expect([isRevoked(token.slice(-4)), signIns(world)]).toEqual([true, []])
    expect(readFileSync(file, 'utf8')).toContain(token)
  })

  it('says of a token in the environment that nothing is kept, and where the token is', async () => {
    const world = machine(undefined, {
      environment: { COMPACTION_URL: dashboardUrl, COMPACTION_TOKEN: `pt_${'x'.repeat(49)}` },
    })
    expect(await runCommand(['logout'], world)).toBe(0)
    expect(world.printed.out).toBe(
      'You are not signed in: nothing is kept here. Commands have their token from COMPACTION_TOKEN in the environment.\n' +
        'Unset COMPACTION_TOKEN, and revoke the token in the dashboard, under Command line.\n',
    )
  })

  it('--all signs out everywhere', async () => {
    const world = machine()
    await runCommand(['login', dashboardUrl], world)
    await runCommand(['logout', '--all'], world)
    expect(signIns(world)).toEqual([])
  })
})

describe('status and savings', () => {
  it('say who and what, also as JSON', async () => {
    const world = machine()
    await runCommand(['login', dashboardUrl], world)
    expect(await runCommand(['status'], world)).toBe(0)
    expect(world.printed.out).toContain(
      `token      pt_…${tokenOf(world).slice(-4)} of laptop, expires in 30 days unless it is used`,
    )
    expect(world.printed.out).toContain('last use   none lately')
    const quiet = machine(undefined, { home: world.home })
    expect(await runCommand(['status', '--json'], quiet)).toBe(0)
    expect(JSON.parse(quiet.printed.out)).toMatchObject({
      url: dashboardUrl,
      account: { id: 'acme' },
      mode: 'repeated',
    })
    expect(await runCommand(['savings'], quiet)).toBe(0)
    expect(quiet.printed.out).toContain('Nothing was sent in the last 7 days.')
  })

  it('say that a sign-in has ended, and how to sign in again', async () => {
    const world = machine()
    await runCommand(['login', dashboardUrl], world)
    for (const key of dashboard.keys.values()) await dashboard.ports.keys.revokeByHash(key.keyHash, clock)
    for (const words of [['status'], ['savings'], ['savings', '--session', '018f6b1e-0000-4000-8000-000000000001']])
      expect(await runCommand(words, world)).toBe(1)
    const line = `Your sign-in at ${dashboardUrl} has ended. Sign in again: compaction login ${dashboardUrl}\n`
    expect(world.printed.err.endsWith(line.repeat(3))).toBe(true)
  })

  it('say that the command is older than the service, or too old for it', async () => {
    const world = machine()
    await runCommand(['login', dashboardUrl], world)
    await runCommand(['status'], world)
    expect(world.printed.out).toContain(`the service 1.2.3. Run: npx ${dashboardUrl}/cli/compaction.tgz?1.2.3`)
    const real = fetchOver(dashboard, () => clock)
    const later: typeof fetch = async (input, init) =>
      Response.json({ ...((await (await real(input, init)).json()) as object), minimumCli: '99.0.0' })
    const old = machine(undefined, { home: world.home, fetch: later })
    expect(await runCommand(['status'], old)).toBe(1)
    expect(old.printed.err).toContain(`too old for ${dashboardUrl}`)
  })

  it.each([
    ['savings', '--by', 'person'],
    ['savings', '--session', 'x', '--by', 'day'],
  ])('do not understand %s %s %s', async (...words) => {
    const world = machine()
    await runCommand(['login', dashboardUrl], world)
    expect(await runCommand(words, world)).toBe(2)
  })
})
