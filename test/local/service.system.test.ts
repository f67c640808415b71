// The service as its owner sees it: what it prints, what it keeps, and what the next start finds.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../adapters/dynamo/accounts/keys.ts'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { serviceKeyHash } from '../../core/access/keys/api-key.ts'
import { formerFolder } from '../../local/data/former-data.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'
import { compress, startProcess, startService, temporaryFolder, until } from './service-process.ts'

const tablesOf = (endpoint: string) => {
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint, deadlineMilliseconds: 5_000, ...localAws })
  onTestFinished(dynamo.close)
  return dynamo
}

it('a service whose port is taken says so and ends', async () => {
  const { port } = await listen(createTcpServer(), { finallyDo: onTestFinished })
  const { code, out, err } = await startProcess(['--memory', '--port', String(port)]).ended
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain(`Port ${port} is taken. Choose another with --port`)
})

it('a service whose dashboard has one address of localhost taken says so and ends', async () => {
  const server = createTcpServer()
  const isThere = await new Promise<boolean>((done) => {
    server.once('error', () => done(false))
    server.listen(0, '::1', () => done(true))
  })
  onTestFinished(() => void server.close())
  // Not every machine has the address.
  if (!isThere) return
  const { port } = server.address() as AddressInfo
  const { code, out, err } = await startProcess(['--memory', '--port', '0', '--dashboard-port', String(port)]).ended
  const told = `Port ${port} is taken. Choose another with --dashboard-port, or --dashboard-port 0 for any.\n`
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: told })
})

it.each(['--host', '--dashboard-host'])('a service whose %s is of another machine says so and ends', async (option) => {
  // An address of documentation (RFC 5737).
  const { code, out, err } = await startProcess(['--memory', '--port', '0', option, '192.0.2.1']).ended
  const told = `192.0.2.1 is no address of this machine. Choose another with ${option}.\n`
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: told })
})

// One service, in the order of its life: the last tests end it and start the next one with its data.
describe('a service', () => {
  const finallyDo = afterSuite()
  const seen: string[] = []
  let folder: string
  let origin: string
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    folder = temporaryFolder(finallyDo)
    const upstream = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`)
      response.end('{"from":"upstream"}')
    })
    origin = (await listen(upstream, { finallyDo })).origin
    const upstreams = ['--upstream-anthropic', `${origin}/a`, '--upstream-openai', `${origin}/b/v1`]
    service = await startService(['--data', folder, '--port', '0', ...upstreams], { finallyDo })
  })

  it('prints where it is, and every part answers', async () => {
    const { facts, process: child } = service
    expect(facts).toMatchObject({ account: 'local', pid: child.pid })
    expect((await fetch(`${facts.compressorEndpoint}/ping`)).status).toBe(200)
    for (const path of ['/healthz', '/readyz']) expect((await fetch(facts.baseUrl + path)).status).toBe(200)
    const answer = await compress(facts)
    expect(await answer.json()).toEqual({ model: 'helene-1', messages: [{ role: 'user', content: 'abcd' }] })
    expect(JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'))).toEqual({
      pid: facts.pid,
      dynamodbEndpoint: facts.dynamodbEndpoint,
      baseUrl: facts.baseUrl,
    })
  })

  it('has one organization with every entitlement and no limits', async () => {
    const { facts } = service
    const dynamo = tablesOf(facts.dynamodbEndpoint)
    expect(await dynamoAccounts(dynamo).find('local')).toMatchObject({
      kind: 'organization',
      apiAccess: true,
      entitlements: ['proxy', 'compress', 'upstreamOverride'],
      limits: {},
      compaction: { mode: 'repeated', compressor: 'adeline-1' },
    })
    const secretFile = join(folder, 'deployment-secret')
    expect(statSync(secretFile).mode & 0o777).toBe(0o600)
    const secrets = async () => [readFileSync(secretFile, 'utf8').trim()]
    const hash = serviceKeyHash(facts.serviceKey)
    expect(await dynamoKeys({ ...dynamo, secrets }).find(hash)).toMatchObject({ accountId: 'local' })
    expect(await dynamoKeys(dynamo).find(hash)).toBeUndefined()
  })

  it('forwards to the default upstreams of its options, and trusts their origin for nothing else', async () => {
    const { facts } = service
    const headers = { 'x-service-auth-token': facts.serviceKey, 'x-api-key': 'k', authorization: 'Bearer k' }
    for (const path of ['/provider-a/v1/models?x=1', '/openai/v1/models']) {
      expect(await (await fetch(facts.baseUrl + path, { headers })).json()).toEqual({ from: 'upstream' })
    }
    expect(seen).toEqual(['GET /a/v1/models?x=1', 'GET /b/v1/models'])
    const override = await fetch(`${facts.baseUrl}/provider-a/v1/models`, {
      headers: { ...headers, 'x-service-upstream-url': origin },
    })
    expect(override.status).toBe(400)
  })

  it('answers a probe without a key at once, and a WebSocket handshake with 426', async () => {
    const { facts } = service
    const start = performance.now()
    const probe = await fetch(`${facts.baseUrl}/provider-a`, { method: 'HEAD' })
    expect(probe.status).toBe(401)
    expect(performance.now() - start).toBeLessThan(2_000)
    const upgrade = await fetch(`${facts.baseUrl}/provider-b/v1/responses`, {
      headers: { 'x-service-auth-token': facts.serviceKey },
    })
    expect(upgrade.status).toBe(426)
  })

  it('keeps its folder to itself: a second service on it names the first and ends, whatever port it is given', async () => {
    for (const port of ['0', new URL(service.facts.baseUrl).port]) {
      const { code, out, err } = await startProcess(['--data', folder, '--port', port, '--ready-json']).ended
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain(
        `The service is already running with the data in ${folder} at ${service.facts.baseUrl} (process ${service.facts.pid}).`,
      )
    }
    expect((await compress(service.facts)).status).toBe(200)
    expect(existsSync(join(folder, 'running.json'))).toBe(true)
  })

  it('applies an operator’s change within seconds', async () => {
    const { facts } = service
    expect((await compress(facts)).status).toBe(200)
    await dynamoAccounts(tablesOf(facts.dynamodbEndpoint)).update('local', { entitlements: ['proxy'] })
    await until(async () => (await compress(facts)).status === 403)
  })

  it('prints one line of JSON and nothing else until it ends', async () => {
    service.process.kill('SIGTERM')
    expect(await service.ended).toMatchObject({ code: 0, out: `${JSON.stringify(service.facts)}\n` })
    expect(existsSync(join(folder, 'running.json'))).toBe(false)
  })

  it('is found by the next start: key, account and ledger', async () => {
    const { facts } = await startService(['--data', folder, '--port', '0'])
    expect(facts.serviceKey).toBe(service.facts.serviceKey)
    const dynamo = tablesOf(facts.dynamodbEndpoint)
    expect(await dynamoAccounts(dynamo).find('local')).toMatchObject({ entitlements: ['proxy'] })
    const month = new Date().toISOString().slice(0, 7)
    const receipts = await dynamoLedger(dynamo).month('local', month)
    expect(receipts.filter(({ route, status }) => route === 'compress' && status === 200)).not.toEqual([])
    expect(statSync(join(folder, 'service-key')).mode & 0o777).toBe(0o600)
    const log = readFileSync(join(folder, 'service.log'), 'utf8')
    expect(log).toContain('"message":"exchange"')
    expect(log).not.toContain(facts.serviceKey)
  })
})

it('a service for a person says where it is, what to paste, and where old data is', async () => {
  const parent = temporaryFolder()
  const [folder, former] = [join(parent, 'data'), join(parent, formerFolder)]
  mkdirSync(former)
  writeFileSync(join(former, 'service-key'), 'ak_\n')
  const { process: child, ended, out: printed } = startProcess(['--data', folder, '--port', '0'])
  await until(() => printed().includes('Every request is a line below'), 15_000)
  const { baseUrl } = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'))
  await fetch(baseUrl)
  await until(() => printed().includes('  401  '))
  child.kill('SIGINT')
  const { code, out, err } = await ended
  expect({ code, err }).toEqual({
    code: 0,
    err: `Data of version 0.1.0 is in ${former}. To use it: npm start -- --data ${former}\n`,
  })
  expect(out).not.toMatch(/^\{/m)
  expect(out).toMatch(/^\d\d:\d\d:\d\d {2}pass-through {6}401 {2}Send your service API key/m)
  expect(out).toMatch(/Base URL +http:\/\/127\.0\.0\.1:\d+/)
  expect(out).toContain(readFileSync(join(folder, 'service-key'), 'utf8').trim())
  for (const file of ['compress.mjs', 'transcript.json', 'anthropic-sdk.mjs', 'openai-sdk.mjs']) {
    expect(out).toContain(`examples/${file}`)
    expect(existsSync(join(import.meta.dirname, '..', '..', 'examples', file))).toBe(true)
  }
})

describe('the base URL', () => {
  it('tells a browser and a client without a key where the dashboard is, with 401', async () => {
    const { facts } = await startService(['--memory', '--port', '0', '--dashboard-port', '0'])
    const page = await fetch(facts.baseUrl, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain(`<a href="${facts.dashboardUrl}">`)
    const answer = await fetch(`${facts.baseUrl}/anthropic/v1/messages`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(401)
    expect(await answer.text()).toContain(`Get a key at ${facts.dashboardUrl},`)
  })

  it('listens where it is told to, and says what that means', async () => {
    const {
      process: child,
      out,
      ended,
    } = startProcess(['--memory', '--port', '0', '--no-dashboard', '--host', '0.0.0.0'])
    await until(() => out().includes('Every request is a line below'), 15_000)
    expect(out()).toContain('WARNING: it listens on 0.0.0.0.')
    const port = /127\.0\.0\.1:(\d+)/.exec(out())?.[1]
    expect((await fetch(`http://127.0.0.2:${port}/anthropic`, { method: 'HEAD' })).status).toBe(401)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })
})
