import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import { Refusal, refusalBody, refusalHeaders } from '../../../core/http/refusal.ts'
import { refusalReply } from '../../../core/http/reply.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import {
  received,
  type ServiceInMemoryOptions,
  serviceInMemory,
  upstreamAnswer,
} from '../../../testkit/memory/service-in-memory.ts'
import { type Change, chat, messages, refusal } from '../exchange/exchanging.ts'

const down = { find: async () => Promise.reject(new StoreUnreachable('down')), touch: async () => {} }
describe('the order of judgement', () => {
  const everythingWrong: Change = {
    headers: {
      'x-service-upstream-url': 'http://127.0.0.1',
      'x-service-session-id': 'nonsense',
      'x-api-key': undefined,
    },
    body: 'not json',
  }

  it.each([
    {
      why: 'a missing key is refused first',
      options: { account: { entitlements: [] } },
      headers: { 'x-service-auth-token': undefined },
      status: 401,
    },
    {
      why: 'a missing entitlement is refused next',
      options: { account: { entitlements: [], limits: { requestsPerMinute: 1 } } },
      headers: {},
      status: 403,
    },
    {
      why: 'so is a missing entitlement to the override',
      options: { account: { entitlements: ['proxy'] } },
      headers: {},
      status: 403,
    },
    {
      why: 'a reached limit is refused next',
      options: { key: { limits: { tokensPerMinute: 1 } } },
      headers: {},
      status: 429,
      spent: true,
    },
    { why: 'the request itself is judged last', options: {}, headers: {}, status: 400 },
  ] as {
    why: string
    options: ServiceInMemoryOptions
    headers: Record<string, string | undefined>
    status: number
    spent?: boolean
  }[])('$why: $status', async ({ options, headers, status, spent }) => {
    const service = serviceInMemory(options)
    if (spent === true) await refusal(service, everythingWrong)

    const refused = await refusal(service, { ...everythingWrong, headers: { ...everythingWrong.headers, ...headers } })

    expect(refused.status).toBe(status)
    expect(service.sent).toEqual([])
    expect(service.receipts.size).toBe(0)
  })
})

describe('a request in which everything is wrong', () => {
  const path: Change = { path: '/anthropic/v1/../v1/messages' }
  const session = { 'x-service-session-id': 'nonsense' }
  const override = { 'x-service-upstream-url': 'http://a.example' }
  const credential = { authorization: 'nonsense' }
  const body: Change = { body: 'not json' }

  it.each([
    ['path', 'dot segments', { ...path, ...body, headers: { ...session, ...override, ...credential } }],
    ['headers', 'X-Service-Session-Id', { ...body, headers: { ...session, ...override, ...credential } }],
    ['upstream', 'X-Service-Upstream-Url', { ...body, headers: { ...override, ...credential } }],
    ['credential', 'Authorization', { ...body, headers: credential }],
    ['body', 'body is not valid JSON', body],
  ])('is told of its %s before anything that is judged later', async (_what, says, change) => {
    expect((await refusal(serviceInMemory(), change)).message).toContain(says)
  })
})

describe('a request is refused', () => {
  it.each([
    {
      why: 'without a key',
      change: { headers: { 'x-service-auth-token': undefined } },
      status: 401,
      type: 'authentication_error',
    },
    {
      why: 'with a malformed key',
      change: { headers: { 'x-service-auth-token': 'ak_short' } },
      status: 401,
      type: 'authentication_error',
    },
    { why: 'with a body that is not JSON', change: { body: '{"a":' }, status: 400, type: 'invalid_request_error' },
    { why: 'with an empty body', change: { body: '' }, status: 400, type: 'invalid_request_error' },
    { why: 'with an array as its body', change: { body: '[]' }, status: 400, type: 'invalid_request_error' },
    { why: 'with null as its body', change: { body: 'null' }, status: 400, type: 'invalid_request_error' },
    {
      why: 'with a byte order mark before its body',
      change: { body: '\ufeff{}' },
      status: 400,
      type: 'invalid_request_error',
    },
    {
      why: 'with a body that is not UTF-8',
      change: { body: new Uint8Array([0x7b, 0xff, 0x7d]) },
      status: 400,
      type: 'invalid_request_error',
    },
    {
      why: 'with a session id that is not a UUID',
      change: { headers: { 'x-service-session-id': 'abc' } },
      status: 400,
      type: 'invalid_request_error',
    },
    {
      why: 'with an unknown value of X-Service-Compaction',
      change: { headers: { 'x-service-compaction': 'max' } },
      status: 400,
      type: 'invalid_request_error',
    },
    {
      why: 'without an upstream credential',
      change: { headers: { 'x-api-key': undefined } },
      status: 400,
      type: 'invalid_request_error',
    },
    {
      why: 'with a plain http override',
      change: { headers: { 'x-service-upstream-url': 'http://a.example' } },
      status: 400,
      type: 'upstream_url_rejected',
    },
    {
      why: 'with a loopback override',
      change: { headers: { 'x-service-upstream-url': 'https://127.0.0.1' } },
      status: 400,
      type: 'upstream_url_rejected',
    },
    {
      why: 'with a malformed Authorization',
      change: { ...chat, headers: { ...chat.headers, authorization: 'Basic abc' } },
      status: 400,
      type: 'invalid_request_error',
    },
    { why: 'with the method OPTIONS', change: { method: 'OPTIONS' }, status: 405, type: 'method_not_allowed' },
    { why: 'with a path under no provider', change: { path: '/nothing/here' }, status: 404, type: 'not_found_error' },
    ...['/v1/responses', '/responses'].map((path) => ({
      why: `with the WebSocket handshake of Codex (${path})`,
      change: { ...chat, method: 'GET', path: `/provider-b${path}`, body: '' },
      status: 426,
      type: 'invalid_request_error',
    })),
    ...[{ upgrade: 'WebSocket' }, { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }].map((handshake) => ({
      why: `with a WebSocket handshake elsewhere (${Object.keys(handshake)})`,
      change: {
        ...chat,
        headers: { ...chat.headers, ...handshake },
        method: 'GET',
        path: '/provider-b/v1/realtime',
        body: '',
      },
      status: 426,
      type: 'invalid_request_error',
    })),
  ] as { why: string; change: Change; status: number; type: string }[])(
    '$why, by $status $type',
    async ({ change, status, type }) => {
      const service = serviceInMemory()

      const refused = await refusal(service, change)

      expect(refused.status).toBe(status)
      const { error } = JSON.parse(refusalBody(refused))
      expect(error).toMatchObject({ type, message: expect.any(String) })
      expect(service.sent).toEqual([])
      expect(service.receipts.size).toBe(0)
    },
  )

  it('for the method OPTIONS with the methods that pass', async () => {
    const { details } = await refusal(serviceInMemory(), { method: 'OPTIONS' })
    expect(details.headers).toEqual({ allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' })
  })

  it('with 503 and never 401 while keys cannot be checked', async () => {
    const refused = await refusal(serviceInMemory({ ports: { keys: down } }))

    expect(refused.status).toBe(503)
    expect(refused.details.retryAfterSeconds).toBeGreaterThan(0)
  })

  it.each([
    ['404', { path: '/nowhere' }],
    ['405', { method: 'OPTIONS' }],
    ['400', { body: '[' }],
  ])('for its limit before it is refused with %s', async (_status, change) => {
    const service = serviceInMemory({ account: { limits: { requestsPerMinute: 1 } } })
    const pipeline = exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)
    await received(await pipeline(service.request()))
    await expect(pipeline(service.request(change))).rejects.toMatchObject({ status: 429 })
  })

  it.each([
    '/provider-b/../../admin',
    '/provider-b/v1/./models',
    '/provider-a/%2e%2E/x',
    '/provider-a/..',
    '/provider-b/v1/..\\..\\b\\v1\\files',
    '/provider-b/v1/..%5c..%5Cfiles',
    '/provider-b/v1/..%2ffiles',
    '/provider-b/v1/..;/files',
    '/provider-b/v1/.%2e%3bx/files',
    '/provider-b/v1/%252e%252e/files',
    '/provider-b/v1/..%255Cfiles',
    '/provider-b/v1/%25252e%2E%25252ffiles',
    '/provider-b/v1/%%32%65./files',
    '/provider-b/v1/..%3f/files',
    '/provider-b/v1/..%2523x',
  ])('refuses the dot segments of %s', async (path) => {
    const service = serviceInMemory()
    const line = exchange({ name: 'pass-through' }, service.deployment)
    const message = 'The path must not contain dot segments.'
    await expect(line(service.request({ path }))).rejects.toMatchObject({ status: 400, message })
  })

  it('only if it has to be: a path of no route is passed through, since one function’s URL is a whole base URL', async () => {
    const service = serviceInMemory({ upstream: () => upstreamAnswer(200, ['{}']) })
    const route = { name: 'messages', paths: ['/provider-a/v1/messages'], dialect: dialects.messages }
    const pipeline = exchange(route, service.deployment)
    const body = 'not JSON'
    await received(await pipeline(service.request({ path: '/provider-a/v1/messages/count_tokens', body })))
    expect(String(service.sent[0]?.body)).toBe(body)
    expect([...service.receipts.values()]).toMatchObject([{ route: 'pass-through' }])
  })

  it('with the exact wait for its limit', async () => {
    const service = serviceInMemory({ account: { limits: { requestsPerMinute: 20 } } })
    for (let call = 0; call < 20; call += 1) await messages(service)

    const refused = await refusal(service)

    expect(refused.status).toBe(429)
    expect(refused.details.retryAfterSeconds).toBe(3)
  })
})

describe('the reply of a refusal', () => {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }

  it('is a document that nothing on the way may keep for another caller', () => {
    expect(refusalReply(new Refusal('request-invalid', 'no'))).toMatchObject({ status: 400, headers, cookies: [] })
    expect(refusalHeaders(new Refusal('request-invalid', 'no'))).toEqual(headers)
  })

  it('says how long to wait, and what else the refusal adds', () => {
    const refused = new Refusal('method-not-allowed', 'no', { retryAfterSeconds: 5, headers: { allow: 'GET' } })
    expect(refusalHeaders(refused)).toEqual({ ...headers, 'retry-after': '5', allow: 'GET' })
  })
})
