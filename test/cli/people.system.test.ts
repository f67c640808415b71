// A person with a command line and no key, from the download to the last token revoked: every part is the one that ships.

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import { type Dynamo, openDynamo } from '../../adapters/dynamo/client.ts'
import { defaultTablePrefix, tableIds } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { personalAccountId } from '../../core/people/person.ts'
import { buildCli } from '../../dashboard/files/build-cli.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { openProvider } from '../../testkit/provider/server.ts'
import { writeSessionFiles } from '../../testkit/session-files.ts'
import { everyItem } from '../laws/text-in-tables.ts'
import { type BrowserLike, browserLike } from '../local/browser-like.ts'
import { type Facts, startService, temporaryFolder, until } from '../local/service-process.ts'
import { commandLines, filesWith, type InstalledCli, installCli } from './installed-cli.ts'

const finallyDo = afterSuite()
/** What the provider was sent, as it came. */
const seen: string[] = []
/** What must be nowhere afterwards. */
const secrets: string[] = []
let facts: Facts
let data: string
let dynamo: Dynamo
let cli: InstalledCli
let person: BrowserLike

const url = (): string => facts.dashboardUrl ?? ''
const signedInAs = async (role: string): Promise<BrowserLike> => {
  const browser = browserLike(url())
  await browser.open(facts.people?.find((one) => one.role === role)?.signInUrl ?? '')
  return browser
}

beforeAll(async () => {
  const provider = await openProvider({
    seen: ({ request, body }) => void seen.push(JSON.stringify([request.url, request.headers, body.toString()])),
  })
  finallyDo(() => provider.close())
  data = temporaryFolder(finallyDo)
  const upstreams = ['--upstream-anthropic', provider.origin, '--upstream-openai', `${provider.origin}/v1`]
  const service = await startService(['--data', data, '--port', '0', '--dashboard-port', '0', ...upstreams], {
    finallyDo,
  })
  facts = service.facts
  dynamo = openDynamo({
    tablePrefix: defaultTablePrefix,
    endpoint: facts.dynamodbEndpoint,
    deadlineMilliseconds: 5_000,
    ...localAws,
  })
  finallyDo(() => dynamo.close())
  cli = await installCli(temporaryFolder(finallyDo), `${url()}/cli/compaction.tgz`)
  person = await signedInAs('person')
}, 120_000)

/** The command waits with a code on its screen; `decide` is what its person does about it. */
const login = async (decide: (code: string) => Promise<Response>, words: readonly string[] = []) => {
  const running = cli.start(['login', ...words])
  await until(() => /[B-Z]{4}-[B-Z]{4}/.test(running.err()))
  const code = /[B-Z]{4}-[B-Z]{4}/.exec(running.err())?.[0] ?? ''
  secrets.push(code, code.replace('-', ''))
  expect((await decide(code)).status).toBe(200)
  return running.ended
}
const approve = (browser: BrowserLike, account: string) => (code: string) =>
  browser.post(`/api/device/${code}/approve`, { account })
const personalAccount = async (): Promise<string> => personalAccountId((await person.json('/api/me')).person.id)

const ask = (token: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(facts.baseUrl + path, {
    method: 'POST',
    headers: {
      'x-service-auth-token': token,
      'x-api-key': 'sk-of-the-person',
      authorization: 'Bearer sk-of-the-person',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
const proxied = {
  '/anthropic/v1/messages': {
    model: 'claude-sonnet-5',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Say hello.' }],
  },
  '/openai/v1/chat/completions': { model: 'gpt-5.4', messages: [{ role: 'user', content: 'Say hello.' }] },
  '/openai/v1/responses': { model: 'gpt-5.4', input: 'Say hello.' },
} as const
const transcript = { model: 'helene-1', messages: [{ role: 'user', content: 'abcdefgh' }] }

describe('before anybody has signed in', () => {
  it('every endpoint says where keys and sign-ins are', async () => {
    for (const path of ['/', '/v1/compress', '/nothing', ...Object.keys(proxied)]) {
      const answer = await fetch(facts.baseUrl + path, path === '/' ? {} : { method: 'POST', body: '{}' })
      const { error } = (await answer.json()) as { error: { message: string; dashboard_url: string } }
      expect([path, answer.status, error.dashboard_url]).toEqual([path, 401, url()])
      expect(error.message).toContain(`npx ${url()}/cli/compaction.tgz login`)
    }
  })

  it('the command is the service’s version, small, and runs from its address', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect((await cli.npx(['--version'])).trim()).toBe(version)
    // The engines of `estimate` aside, which no other command loads.
    expect(gzipSync(buildCli().script).length).toBeLessThanOrEqual(60_000)
    const packed = await (await fetch(`${url()}/cli/compaction.tgz`)).arrayBuffer()
    // With the engines, which only "estimate" loads.
    expect(packed.byteLength).toBeLessThanOrEqual(1_500_000)
  })

  it('says of a machine without sessions that there are none, and nothing else', async () => {
    const { code, err } = await cli.run(['estimate', '--yes'])
    expect([code, err.trim().split('\n').length]).toEqual([1, 1])
  })

  it('says from its address what it would save, without an account', async () => {
    writeSessionFiles(cli.home, 1, 1)
    const { total } = JSON.parse(await cli.npx(['estimate', '--yes', '--all', '--json']))
    expect(total.requests).toBeGreaterThan(3)
    expect(total.saved.repeated).toBeGreaterThan(0)
  })

  it('commands that need a sign-in say so', async () => {
    for (const words of [['status'], ['savings'], ['token'], ['env']])
      expect(await cli.run(words)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('compaction login') })
  })
})

describe('a person with an account of their own', () => {
  let token: string

  it('is told when it was denied', async () => {
    const { code, err } = await login((shown) => person.post(`/api/device/${shown}/deny`, {}))
    expect([code, err]).toEqual([1, expect.stringContaining('It was denied.')])
  })

  it('signs in by a code, without an address and without a browser on this machine', async () => {
    const { code, out } = await login(approve(person, await personalAccount()))
    expect([code, out]).toEqual([0, expect.stringMatching(/^Signed in as person@localhost\.example to p-/)])
    token = (await cli.run(['token'])).out.trim()
    expect(token).toMatch(/^pt_[0-9A-Za-z]{49}$/)
    secrets.push(token)
  })

  it('has the token in one file of their own, and in no process’s words', async () => {
    const path = join(cli.home, '.config/compaction/credentials.json')
    expect(filesWith(cli.home, token)).toEqual([path])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const running = cli.start(['savings', '--watch'])
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(commandLines()).not.toContain(token)
    process.kill(running.pid, 'SIGTERM')
    await running.ended
  })

  it('has what the account may use with it, and never a key', async () => {
    for (const [path, body] of Object.entries(proxied)) {
      const answer = await ask(token, path, body)
      expect([path, answer.status]).toEqual([path, 200])
      await answer.text()
    }
    expect(seen.length).toBeGreaterThanOrEqual(3)
    expect(seen.filter((request) => request.includes('pt_'))).toEqual([])
    expect(seen.every((request) => request.includes('sk-of-the-person'))).toBe(true)

    const compress = await ask(token, '/v1/compress', transcript)
    expect([compress.status, await compress.text()]).toEqual([403, expect.stringContaining('the compress endpoint')])
    await dynamoAccounts(dynamo).update(await personalAccount(), { entitlements: ['proxy', 'compress'] })
    await until(async () => (await ask(token, '/v1/compress', transcript)).status === 200)

    const made = await person.post(`/api/accounts/${await personalAccount()}/keys`, {})
    expect([made.status, await made.text()]).toEqual([
      403,
      expect.stringContaining('A personal account has no API key: use the command line.'),
    ])
  })

  it('sees what was saved, by session and by model', async () => {
    const sessionId = '018f6b1e-0000-4000-8000-0000000000c1'
    const [path, body] = ['/anthropic/v1/messages', proxied['/anthropic/v1/messages']]
    await (await ask(token, path, body, { 'x-service-session-id': sessionId })).text()
    const session = () => cli.run(['savings', '--session', sessionId])
    await until(async () => (await session()).out.startsWith('Own session id, claude-sonnet-5: 1 request, '))
    const usage = JSON.parse((await cli.run(['savings', '--by', 'model', '--json'])).out)
    expect(usage.rows.map(({ model }: { model: string }) => model)).toContain('claude-sonnet-5')
    expect(usage.totals.exchanges).toBeGreaterThanOrEqual(4)
    expect((await cli.run(['savings'])).out).toContain('in all')
    // It names a file in place of a zone, which spares a look at that file, and Node tells no zone then.
    const unnamed = await cli.run(['savings'], { TZ: ':/etc/localtime' })
    expect([unnamed.code, unnamed.out]).toEqual([0, expect.stringContaining('Days of UTC.')])
  })

  it('is told at the end of any program what was saved, whether or not it names a session', async () => {
    const [path, body] = ['/anthropic/v1/messages', proxied['/anthropic/v1/messages']]
    const program = `const headers = { 'x-service-auth-token': process.env.COMPACTION_TOKEN, 'x-api-key': 'sk-of-the-person', 'content-type': 'application/json' }
      const body = ${JSON.stringify(JSON.stringify(body))}
      await (await fetch(process.env.COMPACTION_BASE_URL + '${path}', { method: 'POST', headers, body })).text()`
    const words = ['run', '--', process.execPath, '--input-type=module', '-e', program]
    const { code, err } = await cli.run(words)
    expect([code, err]).toEqual([0, expect.stringMatching(/\ncompaction: 1 request, .*meanwhile\)\n$/)])
  })

  it('is asked for status in a moment, also as JSON', async () => {
    const { code, out } = await cli.run(['status', '--json'])
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ url: url(), baseUrl: facts.baseUrl, mode: 'repeated' }),
    ])
    expect(JSON.parse(out).lastExchange).toMatchObject({ outcome: expect.any(String) })
  })

  it('signs out: the token is gone from the disk, and dead at the service', async () => {
    expect(await cli.run(['logout'])).toMatchObject({ code: 0, out: expect.stringContaining('revoked and deleted') })
    expect(filesWith(cli.home, token)).toEqual([])
    await until(
      async () => (await ask(token, '/anthropic/v1/messages', proxied['/anthropic/v1/messages'])).status === 401,
    )
    expect(await cli.run(['status'], { COMPACTION_TOKEN: token, COMPACTION_URL: url() })).toMatchObject({
      code: 1,
      err: expect.stringContaining('has ended'),
    })
  })
})

describe('a member of an organization', () => {
  it('uses its account by a token, which ends when they leave', async () => {
    const developer = await signedInAs('developer')
    // A machine may call itself anything: no terminal obeys it, and the service keeps it as it is shown.
    const name = 'de\u001b[2J\u202esk\u009b31m'
    expect(await login(approve(developer, 'local'), ['--device', name])).toMatchObject({ code: 0 })
    const status = await cli.run(['status'])
    expect(status.out).toContain('de␦[2J␦sk␦31m')
    expect(status.out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
    expect(JSON.parse((await cli.run(['status', '--json'])).out).token.device).toBe('de␦[2J␦sk␦31m')
    const token = (await cli.run(['token'])).out.trim()
    secrets.push(token)
    expect((await ask(token, '/v1/compress', transcript)).status).toBe(200)

    const owner = await signedInAs('owner')
    const { members } = await owner.json('/api/accounts/local/members')
    const left = members.find(({ role }: { role: string }) => role === 'developer')
    expect((await owner.post(`/api/accounts/local/members/${left.id}/remove`, {})).status).toBe(200)
    await until(async () => (await ask(token, '/v1/compress', transcript)).status === 401)
  })
})

describe('openid-client', () => {
  it('completes the device flow', async () => {
    const config = await client.discovery(new URL(url()), 'compaction', undefined, client.None(), {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    })
    const begun = await client.initiateDeviceAuthorization(config, { scope: 'proxy savings', device: 'elsewhere' })
    secrets.push(begun.device_code, begun.user_code)
    expect((await approve(person, await personalAccount())(begun.user_code)).status).toBe(200)
    const tokens = await client.pollDeviceAuthorizationGrant(config, begun)
    secrets.push(tokens.access_token)
    expect((await ask(tokens.access_token, '/v1/compress', transcript)).status).toBe(200)
    await client.tokenRevocation(config, tokens.access_token)
    await until(async () => (await ask(tokens.access_token, '/v1/compress', transcript)).status === 401)
  })
})

describe('afterwards', () => {
  it('no table and no log holds a token or a code', async () => {
    expect(secrets.length).toBeGreaterThan(6)
    const tables: string[] = []
    for (const table of tableIds) tables.push(JSON.stringify(await everyItem(dynamo, table)))
    expect(tables.join('').length).toBeGreaterThan(5_000)
    for (const secret of secrets) {
      expect(tables.join('\n').includes(secret)).toBe(false)
      expect(filesWith(data, secret)).toEqual([])
    }
  })
})
