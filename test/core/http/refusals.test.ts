import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import { refusalBody } from '../../../core/http/refusal.ts'
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
      why: 'a missing key comes first',
      options: { account: { entitlements: [] } },
      headers: { 'x-service-auth-token': undefined },
      status: 401,
    },
    {
      why: 'then the entitlement',
      options: { account: { entitlements: [], limits: { requestsPerMinute: 1 } } },
      headers: {},
      status: 403,
    },
    { why: 'and that of the override', options: { account: { entitlements: ['proxy'] } }, headers: {}, status: 403 },
    {
      why: 'then the rate',
      options: { key: { limits: { tokensPerMinute: 1 } } },
      headers: {},
      status: 429,
      spent: true,
    },
    { why: 'then the request', options: {}, headers: {}, status: 400 },
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

describe('what the service refuses', () => {
  it.each([
    {
      why: 'no key',
      change: { headers: { 'x-service-auth-token': undefined } },
      status: 401,
      type: 'authentication_error',
    },
    {
      why: 'a key that is none',
      change: { headers: { 'x-service-auth-token': 'ak_short' } },
      status: 401,
      type: 'authentication_error',
    },
    { why: 'a body that is no JSON', change: { body: '{"a":' }, status: 400, type: 'invalid_request_error' },
    { why: 'an empty body', change: { body: '' }, status: 400, type: 'invalid_request_error' },
    { why: 'a body that is an array', change: { body: '[]' }, status: 400, type: 'invalid_request_error' },
    { why: 'a body that is null', change: { body: 'null' }, status: 400, type: 'invalid_request_error' },
    { why: 'a body with a byte order mark', change: { body: '\ufeff{}' }, status: 400, type: 'invalid_request_error' },
    {
      why: 'a body that is no UTF-8',
      change: { body: new Uint8Array([0x7b, 0xff, 0x7d]) },
      status: 400,
      type: 'invalid_request_error',
    },
    {
      why: 'a session id that is no UUID',
      change: { headers: { 'x-service-session-id': 'abc' } },
      status: 400,
      type: 'invalid_request_error',
    },
    {
      why: 'an unknown compaction wish',
      change: { headers: { 'x-service-compaction': 'max' } },
      status: 400,
      type: 'invalid_request_error',
    },
    {
      why: 'no upstream credential',
      change: { headers: { 'x-api-key': undefined } },
      status: 400,
      type: 'invalid_request_error',
    },
    {
      why: 'a plain http override',
      change: { headers: { 'x-service-upstream-url': 'http://a.example' } },
      status: 400,
      type: 'upstream_url_rejected',
    },
    {
      why: 'a loopback override',
      change: { headers: { 'x-service-upstream-url': 'https://127.0.0.1' } },
      status: 400,
      type: 'upstream_url_rejected',
    },
    {
      why: 'a malformed Authorization',
      change: { ...chat, headers: { ...chat.headers, authorization: 'Basic abc' } },
      status: 400,
      type: 'invalid_request_error',
    },
    { why: 'OPTIONS', change: { method: 'OPTIONS' }, status: 405, type: 'method_not_allowed' },
    { why: 'a path under no provider', change: { path: '/v2/nothing' }, status: 404, type: 'not_found_error' },
    {
      why: 'a WebSocket handshake of Codex',
      change: { ...chat, method: 'GET', path: '/provider-b/v1/responses', body: '' },
      status: 426,
      type: 'invalid_request_error',
    },
  ] as { why: string; change: Change; status: number; type: string }[])(
    '$why: $status $type',
    async ({ change, status, type }) => {
      const service = serviceInMemory()

      const refused = await refusal(service, change)

      expect(refused.status).toBe(status)
      const body = JSON.parse(refusalBody(refused))
      expect(body).toEqual({ error: { type, message: expect.any(String) } })
      expect(service.sent).toEqual([])
      expect(service.receipts.size).toBe(0)
    },
  )

  it('says 503 and never 401 when keys cannot be checked', async () => {
    const refused = await refusal(serviceInMemory({ ports: { keys: down } }))

    expect(refused.status).toBe(503)
    expect(refused.details.retryAfterSeconds).toBeGreaterThan(0)
  })

  it.each([
    ['404', { path: '/nowhere' }],
    ['405', { method: 'OPTIONS' }],
    ['400', { body: '[' }],
  ])('judges the limit before what would be a %s', async (_status, change) => {
    const service = serviceInMemory({ account: { limits: { requestsPerMinute: 1 } } })
    const line = exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)
    await received(await line(service.request()))
    await expect(line(service.request(change))).rejects.toMatchObject({ status: 429 })
  })

  it.each(['/provider-b/../../admin', '/provider-b/v1/./models', '/provider-a/%2e%2E/x', '/provider-a/..'])(
    'refuses the dot segments of %s',
    async (path) => {
      const service = serviceInMemory()
      const line = exchange({ name: 'pass-through' }, service.deployment)
      await expect(line(service.request({ path }))).rejects.toMatchObject({ status: 400 })
    },
  )

  it('passes through what is not a path of its route: one function’s URL is a whole base URL', async () => {
    const service = serviceInMemory({ upstream: () => upstreamAnswer(200, ['{}']) })
    const route = { name: 'messages', paths: ['/provider-a/v1/messages'], dialect: dialects.messages }
    const line = exchange(route, service.deployment)
    const body = 'no JSON'
    await received(await line(service.request({ path: '/provider-a/v1/messages/count_tokens', body })))
    expect(String(service.sent[0]?.body)).toBe(body)
    expect([...service.receipts.values()]).toMatchObject([{ route: 'pass-through' }])
  })

  it('names the exact wait of a limit', async () => {
    const service = serviceInMemory({ account: { limits: { requestsPerMinute: 20 } } })
    for (let call = 0; call < 20; call += 1) await messages(service)

    const refused = await refusal(service)

    expect(refused.status).toBe(429)
    expect(refused.details.retryAfterSeconds).toBe(3)
  })
})
