// A client's whole way: the distribution with the shipped functions, function URLs, and the shipped bundles in several
// environments.

import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxEventBytes } from '../../lambdas/routes.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'
import { type Deployed, deploy } from './deployed.ts'
import { distributionOver } from './distribution.ts'

const finallyDo = afterSuite()
const concurrency = 3
const path = '/provider-a/v1/messages'
const body = '{"model":"claude-sonnet-4-5","messages":[]}'
let deployed: Deployed

beforeAll(async () => {
  deployed = await deploy(['messages', 'pass-through'], finallyDo, {
    concurrency,
    originSecrets: ['newest', 'before'],
  })
})
beforeEach(() => {
  deployed.upstream = (_request, response) => response.end('{}')
})

const ask = (headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> =>
  fetch(deployed.frontDoor.baseUrl + path, {
    method: 'POST',
    body,
    ...init,
    headers: {
      'content-type': 'application/json',
      'x-service-auth-token': deployed.serviceKey,
      'x-api-key': 'sk-up',
      ...headers,
    },
  })

describe('a request', () => {
  it('reaches the upstream with its credential, and without the headers that the front added', async () => {
    const seen: Record<string, unknown>[] = []
    deployed.upstream = (request, response) => {
      seen.push(request.headers)
      response.end('{}')
    }
    await ask({ authorization: 'Bearer sk-oauth', 'x-api-key': '', 'accept-encoding': 'gzip', 'x-kept': 'yes' })
    expect(seen).toMatchObject([{ authorization: 'Bearer sk-oauth', 'accept-encoding': 'identity', 'x-kept': 'yes' }])
    const names = Object.keys(seen[0] ?? {}).join(' ')
    expect(names).not.toMatch(/x-origin|x-amz|x-forwarded|via|x-service/)
  })

  it('with a body that no function can accept is refused before any function runs', async () => {
    const response = await ask({}, { body: 'x'.repeat(maxEventBytes + 1) })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { type: 'request_too_large' } })
  })

  it.each([
    ['past the front door', {}, 403],
    ['with a secret of one’s own', { 'x-origin-verify': 'guessed' }, 403],
    ['with the secret before the newest', { 'x-origin-verify': 'before' }, 200],
  ])('%s', async (_name, headers, status) => {
    const response = await deployed.post(path, body, headers)
    expect(response.status).toBe(status)
  })

  it('cannot bring a secret through the front door', async () => {
    expect((await ask({ 'x-origin-verify': 'guessed' })).status).toBe(200)
  })
})

describe('an answer', () => {
  it('streams, each event when it was sent', async () => {
    deployed.upstream = async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of ['one', 'two', 'three']) {
        response.write(`data: ${event}\n\n`)
        await wait(300)
      }
      response.end()
    }
    const response = await ask()
    const times: number[] = []
    let received = ''
    for await (const chunk of response.body ?? []) {
      times.push(performance.now())
      received += Buffer.from(chunk).toString()
    }
    expect(received).toBe('data: one\n\ndata: two\n\ndata: three\n\n')
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(400)
  })

  it('has the header that the function URL renames, and none of the platform’s copies', async () => {
    deployed.upstream = (_request, response) => {
      response.writeHead(200, { 'www-authenticate': 'Bearer realm="api"', server: 'up', 'request-id': 'r1' }).end('{}')
    }
    const { headers } = await ask()
    expect(headers.get('www-authenticate')).toBe('Bearer realm="api"')
    expect(headers.get('request-id')).toBe('r1')
    expect([...headers.keys()].filter((name) => name.startsWith('x-amzn-remapped-'))).toEqual([])
  })

  it('of 400 and above keeps the function URL’s names', async () => {
    deployed.upstream = (_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('{}')
    }
    const { status, headers } = await ask()
    expect([status, headers.get('x-amzn-remapped-www-authenticate')]).toEqual([401, 'Bearer'])
  })

  it('that breaks off breaks off for the client too', async () => {
    deployed.upstream = (_request, response) => {
      response.writeHead(200)
      response.write('{"a":', () => response.destroy())
    }
    const response = await ask()
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  it('that begins too late is the front door’s 504, while the function goes on', async () => {
    const before = (await deployed.receipts()).length
    deployed.frontDoor.distribution.responseTimeout = 800
    deployed.upstream = async (_request, response) => {
      await wait(1_500)
      response.end('{}')
    }
    const response = await ask()
    deployed.frontDoor.distribution.responseTimeout = 120_000
    expect([response.status, response.headers.get('content-type')]).toEqual([504, 'text/html'])
    await expect.poll(async () => (await deployed.receipts()).length, { timeout: 5_000 }).toBe(before + 1)
    expect((await deployed.receipts()).at(-1)).toMatchObject({ status: 200 })
  })
})

describe('an error', () => {
  const missing = '/provider-a/v1/models/nobody'
  const get = (baseUrl: string, headers: Record<string, string>, path = missing): Promise<Response> =>
    fetch(baseUrl + path, { headers: { 'x-api-key': 'sk-up', ...headers } })

  beforeEach(() => {
    deployed.upstream = (request, response) =>
      response.writeHead(404, { 'cache-control': 'max-age=60' }).end(`for ${request.headers['x-caller']}`)
  })

  it.each([missing, '/nowhere'])(
    'of %s goes only to its own caller, and the next caller gets its own answer',
    async (path) => {
      const [baseUrl, key] = [deployed.frontDoor.baseUrl, { 'x-service-auth-token': deployed.serviceKey }]
      const first = await get(baseUrl, { ...key, 'x-caller': 'first' }, path)
      const second = await get(baseUrl, { ...key, 'x-caller': 'second' }, path)

      expect([first.status, second.status]).toEqual([404, 404])
      if (path === missing) expect(await second.text()).toBe('for second')
      expect((await get(baseUrl, {}, path)).status).toBe(401)
    },
  )

  it('would go to other callers by CloudFront’s default, which this front imitates', async () => {
    const untold = distributionOver({ origin: deployed.baseUrl, originSecret: 'newest', errorSeconds: new Map() })
    const { origin: baseUrl } = await listen(untold.server, { finallyDo })
    const first = await get(baseUrl, { 'x-service-auth-token': deployed.serviceKey, 'x-caller': 'first' })
    const stranger = await get(baseUrl, {})

    expect([first.status, stranger.status]).toEqual([404, 404])
    expect(await stranger.text()).toBe('for first')
  })

  it('of the service itself has no header that allows caching', async () => {
    const refused = await get(deployed.frontDoor.baseUrl, {})

    expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store'])
  })
})

describe('environments', () => {
  it('are as many as there are simultaneous requests, and are used again', async () => {
    let open = 0
    let most = 0
    deployed.upstream = async (request, response) => {
      open += 1
      most = Math.max(most, open)
      // The first requests wait for each other, because otherwise one environment could serve them all in turn.
      await expect.poll(() => most, { timeout: 15_000 }).toBe(concurrency)
      open -= 1
      response.end(JSON.stringify({ echoed: request.headers['x-number'] }))
    }
    const numbers = Array.from({ length: 2 * concurrency }, (_, index) => String(index))
    const echoed = await Promise.all(numbers.map(async (number) => (await ask({ 'x-number': number })).json()))
    expect(echoed).toEqual(numbers.map((number) => ({ echoed: number })))
    expect(most).toBe(concurrency)
    const processes = deployed.environments('messages').map(({ process }) => process.pid)
    expect(new Set(processes).size).toBe(concurrency)
    expect(processes).toHaveLength(concurrency)
  })
})
