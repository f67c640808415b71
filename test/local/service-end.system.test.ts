// How the service ends: by one signal, by two, by the death of a part, and by being killed.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { openEmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'
import { browserLike } from './browser-like.ts'
import { childrenOf, compress, isAlive, startService, temporaryFolder, until } from './service-process.ts'

/** An upstream that sends one event, and the last one when it is released. */
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

/** The receipts of this month in a folder that no service has open. */
const receiptsIn = async (folder: string) => {
  const { endpoint, close } = await openEmbeddedDynamo({ path: join(folder, 'dynamo') })
  onTestFinished(close)
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint, deadlineMilliseconds: 5_000, ...localAws })
  onTestFinished(dynamo.close)
  return dynamoLedger(dynamo).month('local', new Date().toISOString().slice(0, 7))
}

const onLinux = it.skipIf(process.platform !== 'linux')

/** As its owner starts it: through npm, and through the script that installs what is missing. */
const startThroughNpm = async (words: readonly string[]) => {
  const npm = spawn('npm', ['start', '--', ...words], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL')
    } catch {
      // All of it has ended.
    }
  })
  let out = ''
  npm.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  await until(() => out.includes('Every request is a line below'), 30_000)
  const read = (name: string): string => new RegExp(`${name} +(\\S+)`).exec(out)?.[1] ?? ''
  return { npm, out: () => out, baseUrl: read('Base URL'), serviceKey: read('Service key') }
}

describe('a signal', () => {
  onLinux(
    'to npm alone lets running streams end, and says that it waits for them',
    async () => {
      const upstream = await slowUpstream()
      const options = ['--memory', '--no-dashboard', '--port', '0', '--upstream-anthropic', upstream.origin]
      const { npm, out, baseUrl, serviceKey } = await startThroughNpm(options)
      const response = await stream(baseUrl, serviceKey)
      npm.kill('SIGTERM')
      await until(() => out().includes('Ending: 1 exchange still runs (Ctrl-C again cuts it).'))
      // Longer than it takes to notice twice that npm is gone.
      await wait(1_200)
      upstream.release()
      expect(await response.text()).toBe('data: one\n\ndata: two\n\n')
      await until(() => out().endsWith('The service has stopped.\n'))
    },
    60_000,
  )

  onLinux('lets running streams end, with their receipts, and leaves no process', async () => {
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
    expect(await receiptsIn(folder)).toMatchObject([{ route: 'messages', status: 200, outcome: 'verbatim' }])
  })

  it('that is followed by a second one ends the service at once', async () => {
    const upstream = await slowUpstream()
    const service = await startService(['--memory', '--port', '0', '--upstream-anthropic', upstream.origin])
    const text = (await stream(service.facts.baseUrl, service.facts.serviceKey)).text()
    const broken = expect(text).rejects.toThrow()
    service.process.kill('SIGTERM')
    await wait(500)
    service.process.kill('SIGTERM')
    const start = performance.now()
    expect((await service.ended).code).toBe(1)
    expect(performance.now() - start).toBeLessThan(2_000)
    await broken
  })

  it('that arrives twice at almost the same time counts as one', async () => {
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
})

describe.skipIf(process.platform !== 'linux')('the death of a part', () => {
  const finallyDo = afterSuite()
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    service = await startService(['--memory', '--port', '0', '--dashboard-port', '0'], { finallyDo })
  })

  const killPart = (script: string): void => {
    const pids = childrenOf(service.facts.pid).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script),
    )
    expect(pids).toHaveLength(1)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
  }

  it('restarts the compressor; the service goes on', async () => {
    const { facts, err } = service
    killPart('compressor-server.ts')
    await until(async () => (await compress(facts)).status === 503)
    await until(async () => (await compress(facts)).status === 200)
    await until(() => err().includes('The compressor is back.'))
    expect(err()).toContain('The compressor was ended by SIGKILL.')
  })

  it('restarts the dashboard at its address; the service goes on, and the links go on signing in', async () => {
    const { facts, err } = service
    killPart('dashboard-process.ts')
    await until(() =>
      err().includes('The dashboard was ended by SIGKILL. Until it is back, requests go on without it.'),
    )
    expect((await compress(facts)).status).toBe(200)
    await until(() => err().includes('The dashboard is back.'), 20_000)
    expect(err()).not.toContain('oidc-provider')
    const browser = browserLike(facts.dashboardUrl ?? '')
    await browser.open(facts.signInUrl ?? '')
    expect(await browser.json('/api/me')).toMatchObject({ accounts: [{ id: 'local', role: 'owner' }] })
  })

  it('ends the service with exit code 1 when the functions die', async () => {
    killPart('functions-with-tables.ts')
    const { code, err } = await service.ended
    expect(code).toBe(1)
    expect(err).toContain('The functions process was ended by SIGKILL. The service stops.')
  })
})

onLinux('a killed service takes its children with it, and the next start finds its data', async () => {
  const folder = temporaryFolder()
  const { facts, process: child, ended } = await startService(['--data', folder, '--port', '0'])
  const children = childrenOf(facts.pid)
  expect(children).toHaveLength(2)
  await compress(facts)
  child.kill('SIGKILL')
  await ended
  await until(() => !children.some(isAlive))

  const next = await startService(['--data', folder, '--port', '0'])
  expect(next.facts.serviceKey).toBe(facts.serviceKey)
  expect((await compress(next.facts)).status).toBe(200)
})
