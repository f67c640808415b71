// The service as its owner meets it: what it takes and says, how it ends, and what it finds again.

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dynamoAccounts } from '../../adapters/dynamo/accounts.ts'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoKeys } from '../../adapters/dynamo/keys.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables.ts'
import { serviceKeyHash } from '../../core/access/api-key.ts'
import { localAws } from '../../local/functions-environment.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'
import { childrenOf, compress, isAlive, startProcess, startService, temporaryFolder, until } from './service-process.ts'

const tablesOf = (endpoint: string) => {
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint, deadlineMilliseconds: 5_000, ...localAws })
  onTestFinished(dynamo.close)
  return dynamo
}

describe('options', () => {
  it('say which port is taken', async () => {
    const { port } = await listen(createTcpServer(), { finallyDo: onTestFinished })
    const { code, out, err } = await startProcess(['--memory', '--port', String(port)]).ended
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(`Port ${port} is taken. Choose another with --port`)
  })

  it('reach the functions: a default upstream on this machine', async () => {
    const seen: string[] = []
    const upstream = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`)
      response.end('{"from":"upstream"}')
    })
    const { origin } = await listen(upstream, { finallyDo: onTestFinished })
    const { facts } = await startService([
      '--memory',
      '--port',
      '0',
      '--upstream-anthropic',
      `${origin}/a`,
      '--upstream-openai',
      `${origin}/b/v1`,
    ])
    const headers = { 'x-service-auth-token': facts.serviceKey, 'x-api-key': 'k', authorization: 'Bearer k' }
    for (const path of ['/provider-a/v1/models?x=1', '/openai/v1/models']) {
      expect(await (await fetch(facts.baseUrl + path, { headers })).json()).toEqual({ from: 'upstream' })
    }
    expect(seen).toEqual(['GET /a/v1/models?x=1', 'GET /b/v1/models'])
    // Trusted as default upstreams only.
    const override = await fetch(`${facts.baseUrl}/provider-a/v1/models`, {
      headers: { ...headers, 'x-service-upstream-url': origin },
    })
    expect(override.status).toBe(400)
  })
})

describe('a ready service', () => {
  const finallyDo = afterSuite()
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    service = await startService(['--memory', '--port', '0'], { finallyDo })
  })

  it('tells where it is, and every part answers', async () => {
    const { facts, process: child } = service
    expect(facts).toMatchObject({ account: 'local', pid: child.pid })
    expect((await fetch(`${facts.compressorEndpoint}/ping`)).status).toBe(200)
    const answer = await compress(facts)
    expect(await answer.json()).toEqual({ model: 'helene-1', messages: [{ role: 'user', content: 'abcd' }] })
  })

  it('has one organization with everything and no limits', async () => {
    const { facts } = service
    const dynamo = tablesOf(facts.dynamodbEndpoint)
    expect(await dynamoAccounts(dynamo).find('local')).toMatchObject({
      kind: 'organization',
      apiAccess: true,
      entitlements: ['proxy', 'compress', 'upstreamOverride'],
      limits: {},
      compaction: { mode: 'repeated', compressor: 'adeline-1' },
    })
    expect(await dynamoKeys(dynamo).find(serviceKeyHash(facts.serviceKey))).toMatchObject({ accountId: 'local' })
  })

  it('answers what comes without a key: a probe at once, a WebSocket with a key by 426', async () => {
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

  it('sees within seconds what the operator changes', async () => {
    const { facts } = service
    expect((await compress(facts)).status).toBe(200)
    await dynamoAccounts(tablesOf(facts.dynamodbEndpoint)).update('local', { entitlements: ['proxy'] })
    await until(async () => (await compress(facts)).status === 403)
  })

  it('has printed one line of JSON and nothing else when it ends', async () => {
    service.process.kill('SIGTERM')
    expect(await service.ended).toMatchObject({ code: 0, out: `${JSON.stringify(service.facts)}\n` })
  })
})

describe('a service for a person', () => {
  it('tells a person where it is and what to paste', async () => {
    const folder = temporaryFolder()
    const { process: child, ended } = startProcess(['--data', folder, '--port', '0'])
    await until(() => existsSync(join(folder, 'running.json')), 15_000)
    await wait(200)
    child.kill('SIGINT')
    const { code, out } = await ended
    expect(code).toBe(0)
    expect(out).toMatch(/Base URL +http:\/\/127\.0\.0\.1:\d+/)
    expect(out).toContain(readFileSync(join(folder, 'service-key'), 'utf8').trim())
    for (const file of ['compress.mjs', 'transcript.json', 'anthropic-sdk.mjs', 'openai-sdk.mjs']) {
      expect(out).toContain(`examples/${file}`)
      expect(existsSync(join(import.meta.dirname, '..', '..', 'examples', file))).toBe(true)
    }
  })
})

describe('what stays', () => {
  it('is found by the next start: account, key and ledger', async () => {
    const folder = temporaryFolder()
    const first = await startService(['--data', folder, '--port', '0'])
    await compress(first.facts)
    expect(JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'))).toEqual({
      pid: first.facts.pid,
      dynamodbEndpoint: first.facts.dynamodbEndpoint,
    })
    first.process.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)
    expect(existsSync(join(folder, 'running.json'))).toBe(false)

    const second = await startService(['--data', folder, '--port', '0'])
    expect(second.facts.serviceKey).toBe(first.facts.serviceKey)
    expect((await compress(second.facts)).status).toBe(200)
    const month = new Date().toISOString().slice(0, 7)
    const ledger = dynamoLedger(tablesOf(second.facts.dynamodbEndpoint))
    await until(async () => (await ledger.month('local', month)).length === 2)
    expect(statSync(join(folder, 'service-key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'service.log'), 'utf8')).toContain('"message":"exchange"')
    expect(readFileSync(join(folder, 'service.log'), 'utf8')).not.toContain(first.facts.serviceKey)
  })

  it.each([
    ['is gone', (file: string) => rmSync(file)],
    ['holds something else', (file: string) => writeFileSync(file, `ak_${'0'.repeat(49)}\n`, { mode: 0o644 })],
  ])('makes a new key when the file of the old one %s', async (_name, spoil) => {
    const folder = temporaryFolder()
    const first = await startService(['--data', folder, '--port', '0'])
    first.process.kill('SIGTERM')
    await first.ended
    spoil(join(folder, 'service-key'))
    const second = await startService(['--data', folder, '--port', '0'])
    expect(second.facts.serviceKey).not.toBe(first.facts.serviceKey)
    for (const { serviceKey } of [first.facts, second.facts]) {
      expect((await compress({ ...second.facts, serviceKey })).status).toBe(200)
    }
    expect(statSync(join(folder, 'service-key')).mode & 0o777).toBe(0o600)
  })

  it('makes a new key when the old one was revoked', async () => {
    const folder = temporaryFolder()
    const first = await startService(['--data', folder, '--port', '0'])
    const keys = dynamoKeys(tablesOf(first.facts.dynamodbEndpoint))
    const key = await keys.find(serviceKeyHash(first.facts.serviceKey))
    await keys.revoke(key?.keyId ?? '', Date.now())
    first.process.kill('SIGTERM')
    await first.ended
    const second = await startService(['--data', folder, '--port', '0'])
    expect(second.facts.serviceKey).not.toBe(first.facts.serviceKey)
    expect((await compress(second.facts)).status).toBe(200)
  })

  it('is open in one service at a time', async () => {
    const folder = temporaryFolder()
    const { facts } = await startService(['--data', folder, '--port', '0'])
    const { code, out, err } = await startProcess(['--data', folder, '--port', '0', '--ready-json']).ended
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(`A service is running on ${folder} already (process ${facts.pid}).`)
    expect((await compress(facts)).status).toBe(200)
    expect(existsSync(join(folder, 'running.json'))).toBe(true)
  })

  it('is found again after a service was killed', async () => {
    const folder = temporaryFolder()
    const first = await startService(['--data', folder, '--port', '0'])
    await compress(first.facts)
    first.process.kill('SIGKILL')
    await first.ended
    const second = await startService(['--data', folder, '--port', '0'])
    expect(second.facts.serviceKey).toBe(first.facts.serviceKey)
    expect((await compress(second.facts)).status).toBe(200)
  })
})

/** An upstream that sends a word and then waits to be told to go on. */
const slowUpstream = async () => {
  const { promise: go, resolve: release } = Promise.withResolvers<void>()
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: one\n\n')
    await go
    response.end('data: two\n\n')
  })
  const { origin } = await listen(server, { finallyDo: onTestFinished })
  return { origin, release }
}

const stream = (baseUrl: string, serviceKey: string): Promise<Response> =>
  fetch(`${baseUrl}/provider-a/v1/messages`, {
    method: 'POST',
    headers: { 'x-service-auth-token': serviceKey, 'x-api-key': 'k', 'content-type': 'application/json' },
    body: '{"model":"m","stream":true,"messages":[]}',
  })

describe('the end', () => {
  it.skipIf(process.platform !== 'linux')(
    'lets running streams end, with their receipts, and leaves no process',
    async () => {
      const folder = temporaryFolder()
      const upstream = await slowUpstream()
      const service = await startService(['--data', folder, '--port', '0', '--upstream-anthropic', upstream.origin])
      const children = childrenOf(service.facts.pid)
      expect(children).toHaveLength(2)
      const response = await stream(service.facts.baseUrl, service.facts.serviceKey)
      service.process.kill('SIGTERM')
      await until(() =>
        fetch(service.facts.baseUrl).then(
          () => false,
          () => true,
        ),
      )
      upstream.release()
      expect(await response.text()).toBe('data: one\n\ndata: two\n\n')
      expect((await service.ended).code).toBe(0)
      expect(children.filter(isAlive)).toEqual([])

      const again = await startService(['--data', folder, '--port', '0'])
      const month = new Date().toISOString().slice(0, 7)
      const [receipt] = await dynamoLedger(tablesOf(again.facts.dynamodbEndpoint)).month('local', month)
      expect(receipt).toMatchObject({ route: 'messages', status: 200, outcome: 'verbatim' })
    },
  )

  it('comes at once with a second signal', async () => {
    const upstream = await slowUpstream()
    const service = await startService(['--memory', '--port', '0', '--upstream-anthropic', upstream.origin])
    const text = (await stream(service.facts.baseUrl, service.facts.serviceKey)).text()
    const broken = expect(text).rejects.toThrow()
    service.process.kill('SIGTERM')
    await wait(1_000)
    service.process.kill('SIGTERM')
    const start = performance.now()
    expect((await service.ended).code).toBe(1)
    expect(performance.now() - start).toBeLessThan(2_000)
    await broken
  })

  it('takes one interrupt that arrives twice for one', async () => {
    const upstream = await slowUpstream()
    const service = await startService(['--memory', '--port', '0', '--upstream-anthropic', upstream.origin])
    const response = await stream(service.facts.baseUrl, service.facts.serviceKey)
    service.process.kill('SIGINT')
    await wait(50)
    service.process.kill('SIGINT')
    await wait(300)
    upstream.release()
    expect(await response.text()).toContain('two')
    expect((await service.ended).code).toBe(0)
  })

  it.skipIf(process.platform !== 'linux')('of a killed service is the end of its children', async () => {
    const { facts, process: child, ended } = await startService(['--memory', '--port', '0'])
    const children = childrenOf(facts.pid)
    expect(children).toHaveLength(2)
    child.kill('SIGKILL')
    await ended
    await until(() => !children.some(isAlive))
  })

  it.skipIf(process.platform !== 'linux')('follows the death of the functions, with exit code 1', async () => {
    const { facts, ended } = await startService(['--memory', '--port', '0'])
    const [functions] = childrenOf(facts.pid).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('functions.ts'),
    )
    process.kill(functions ?? 0, 'SIGKILL')
    const { code, err } = await ended
    expect(code).toBe(1)
    expect(err).toContain('The functions process was ended by SIGKILL. The service ends.')
  })

  it.skipIf(process.platform !== 'linux')('does not follow the death of the compressor, which comes back', async () => {
    const { facts, err } = await startService(['--memory', '--port', '0'])
    const [compressor] = childrenOf(facts.pid).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('compressor-server.ts'),
    )
    process.kill(compressor ?? 0, 'SIGKILL')
    await until(async () => (await compress(facts)).status === 503)
    await until(async () => (await compress(facts)).status === 200)
    await until(() => err().includes('The compressor is back.'))
    expect(err()).toContain('The compressor was ended by SIGKILL.')
  })
})
