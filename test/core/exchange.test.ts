import { describe, expect, it } from 'vitest'
import { dialects } from '../../core/dialects/registry.ts'
import { exchange } from '../../core/exchange.ts'
import { StoreUnreachable, UpstreamFailed } from '../../core/ports.ts'
import { Refusal, refusalBody } from '../../core/refusal.ts'
import type { Reply } from '../../core/reply.ts'
import { received, upstreamAnswer, type World, type WorldOptions, world } from '../fakes/deployment.ts'

type Change = Parameters<World['request']>[0]

const messages = (house: World, change?: Change): Promise<Reply> =>
  exchange({ name: 'messages', dialect: dialects.messages }, house.deployment)(house.request(change))

const refusal = async (house: World, change?: Change): Promise<Refusal> => {
  try {
    await messages(house, change)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('not refused')
}

const down = { find: async () => Promise.reject(new StoreUnreachable('down')), touch: async () => {} }
const chat = {
  path: '/provider-b/v1/chat/completions',
  headers: { 'x-api-key': undefined, authorization: 'Bearer sk-1' },
}

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
    options: WorldOptions
    headers: Record<string, string | undefined>
    status: number
    spent?: boolean
  }[])('$why: $status', async ({ options, headers, status, spent }) => {
    const house = world(options)
    if (spent === true) await refusal(house, everythingWrong)

    const refused = await refusal(house, { ...everythingWrong, headers: { ...everythingWrong.headers, ...headers } })

    expect(refused.status).toBe(status)
    expect(house.sent).toEqual([])
    expect(house.receipts.size).toBe(0)
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
      const house = world()

      const refused = await refusal(house, change)

      expect(refused.status).toBe(status)
      const body = JSON.parse(refusalBody(refused))
      expect(body).toEqual({ error: { type, message: expect.any(String) } })
      expect(house.sent).toEqual([])
      expect(house.receipts.size).toBe(0)
    },
  )

  it('says 503 and never 401 when keys cannot be checked', async () => {
    const refused = await refusal(world({ ports: { keys: down } }))

    expect(refused.status).toBe(503)
    expect(refused.details.retryAfterSeconds).toBeGreaterThan(0)
  })

  it.each([
    ['404', { path: '/nowhere' }],
    ['405', { method: 'OPTIONS' }],
    ['400', { body: '[' }],
  ])('judges the limit before what would be a %s', async (_status, change) => {
    const house = world({ account: { limits: { requestsPerMinute: 1 } } })
    const line = exchange({ name: 'messages', dialect: dialects.messages }, house.deployment)
    await received(await line(house.request()))
    await expect(line(house.request(change))).rejects.toMatchObject({ status: 429 })
  })

  it.each(['/provider-b/../../admin', '/provider-b/v1/./models', '/provider-a/%2e%2E/x', '/provider-a/..'])(
    'refuses the dot segments of %s',
    async (path) => {
      const house = world()
      const line = exchange({ name: 'pass-through' }, house.deployment)
      await expect(line(house.request({ path }))).rejects.toMatchObject({ status: 400 })
    },
  )

  it('passes through what is not a path of its route: one function’s URL is a whole base URL', async () => {
    const house = world({ upstream: () => upstreamAnswer(200, ['{}']) })
    const route = { name: 'messages', paths: ['/provider-a/v1/messages'], dialect: dialects.messages }
    const line = exchange(route, house.deployment)
    const body = 'no JSON'
    await received(await line(house.request({ path: '/provider-a/v1/messages/count_tokens', body })))
    expect(String(house.sent[0]?.body)).toBe(body)
    expect([...house.receipts.values()]).toMatchObject([{ route: 'pass-through' }])
  })

  it('names the exact wait of a limit', async () => {
    const house = world({ account: { limits: { requestsPerMinute: 20 } } })
    for (let call = 0; call < 20; call += 1) await messages(house)

    const refused = await refusal(house)

    expect(refused.status).toBe(429)
    expect(refused.details.retryAfterSeconds).toBe(3)
  })
})

describe('what goes upstream', () => {
  it('keeps body, query and unknown headers, and carries no header of ours', async () => {
    const house = world()
    const body = '{ "model":"m", "big":12345678901234567890, "x":1.0, "x":2, "messages":[] }'

    await messages(house, {
      body,
      query: 'beta=true&a=%2F',
      headers: { 'anthropic-beta': 'one,two', 'provider-a-version': '2023' },
    })

    const [outbound] = house.sent
    expect(outbound?.body).toBe(body)
    expect(`${outbound?.origin}${outbound?.path}`).toBe('https://api.anthropic.com/v1/messages?beta=true&a=%2F')
    expect(outbound?.headers).toMatchObject({
      'x-api-key': 'sk-upstream-0001',
      'anthropic-beta': 'one,two',
      'provider-a-version': '2023',
      'accept-encoding': 'identity',
    })
    expect(Object.keys(outbound?.headers ?? {}).filter((name) => name.startsWith('x-service'))).toEqual([])
  })

  it.each([
    { why: 'an alias', change: { path: '/anthropic/v1/messages' }, url: 'https://api.anthropic.com/v1/messages' },
    {
      why: 'an override of provider-a',
      change: { headers: { 'x-service-upstream-url': 'https://gw.example.com/base/' } },
      url: 'https://gw.example.com/base/v1/messages',
    },
    { why: 'chat completions', change: chat, url: 'https://api.openai.com/v1/chat/completions' },
    {
      why: 'an override of provider-b',
      change: { ...chat, headers: { ...chat.headers, 'x-service-upstream-url': 'https://gw.example.com/v1' } },
      url: 'https://gw.example.com/v1/chat/completions',
    },
    {
      why: 'pass-through',
      change: { ...chat, method: 'DELETE', path: '/openai/v1/files/a%2Fb//c', body: '' },
      url: 'https://api.openai.com/v1/files/a%2Fb//c',
    },
  ] as { why: string; change: Change; url: string }[])('$why', async ({ change, url }) => {
    const house = world()

    await messages(house, change)

    expect(`${house.sent[0]?.origin}${house.sent[0]?.path}`).toBe(url)
  })

  it('forwards an encoded body and other methods untouched', async () => {
    const house = world()
    const bytes = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd])

    await messages(house, { body: bytes, headers: { 'content-encoding': 'zstd' } })
    await messages(house, { method: 'GET', body: '' })

    expect(house.sent.map(({ body }) => body)).toEqual([bytes, ''])
  })
})

describe('what comes back', () => {
  it('is the upstream’s answer, with a receipt that knows the usage and only the fingerprint of the key', async () => {
    const answer = '{"usage":{"input_tokens":10,"cache_read_input_tokens":90,"output_tokens":5}}'
    const house = world({ upstream: () => upstreamAnswer(200, [answer.slice(0, 9), answer.slice(9)]) })

    const reply = await messages(house, { headers: { 'x-service-session-id': '0F8FAD5B-D9CB-469F-A165-70867728950E' } })

    expect(await received(reply)).toBe(answer)
    const [receipt] = [...house.receipts.values()]
    expect(receipt).toMatchObject({
      accountId: 'acme',
      sessionId: '0f8fad5b-d9cb-469f-a165-70867728950e',
      route: 'messages',
      provider: 'provider-a',
      model: 'claude-sonnet-4-5',
      upstreamHost: 'api.anthropic.com',
      upstreamKeyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      outcome: 'verbatim',
      status: 200,
      usage: { inputTokens: 100, cacheReadTokens: 90, outputTokens: 5 },
      tokensBefore: 100,
      tokensAfter: 100,
      effectiveTokensAfter: 19,
      estimated: false,
    })
    expect(JSON.stringify(receipt)).not.toContain('sk-upstream')
  })

  it('keeps an upstream’s refusal as it came, charged nothing', async () => {
    const house = world({ upstream: () => upstreamAnswer(529, ['{"type":"error"}'], [['retry-after', '7']]) })

    const reply = await messages(house)

    expect(reply.status).toBe(529)
    expect(reply.headers).toMatchObject({ 'retry-after': '7' })
    expect(await received(reply)).toBe('{"type":"error"}')
    const [receipt] = [...house.receipts.values()]
    expect(receipt).toMatchObject({ status: 529, tokensSaved: 0 })
    expect(receipt).not.toHaveProperty('tokensAfter')
  })

  it.each([
    { kind: 'unreachable', reached: false, status: 502, receipts: 0 },
    { kind: 'unreachable', reached: true, status: 502, receipts: 1 },
    { kind: 'timeout', reached: true, status: 504, receipts: 1 },
    { kind: 'timeout', reached: false, status: 504, receipts: 0 },
  ] as const)(
    'turns $kind (reached: $reached) into the provider’s own $status',
    async ({ kind, reached, status, receipts }) => {
      const fail = (): never => {
        throw new UpstreamFailed(kind, reached, 'gone')
      }
      const a = world({ upstream: fail })
      const b = world({ upstream: fail })

      const [replyA, replyB] = [await messages(a), await messages(b, chat)]

      expect([replyA.status, replyB.status]).toEqual([status, status])
      expect(JSON.parse(await received(replyA))).toMatchObject({ type: 'error', error: { type: expect.any(String) } })
      expect(JSON.parse(await received(replyB))).toMatchObject({ error: { type: 'server_error', param: null } })
      expect(a.receipts.size).toBe(receipts)
    },
  )

  it('refuses an override whose name resolves to a private address', async () => {
    const house = world({
      upstream: () => {
        throw new UpstreamFailed('address-rejected', false, 'private')
      },
    })

    const refused = await refusal(house, { headers: { 'x-service-upstream-url': 'https://rebound.example.com' } })

    expect([refused.status, JSON.parse(refusalBody(refused)).error.type]).toEqual([400, 'upstream_url_rejected'])
    expect(house.receipts.size).toBe(0)
  })

  it('breaks where the upstream broke, with a receipt that says so', async () => {
    const house = world({
      upstream: () => upstreamAnswer(200, ['data: 1\n\n', new Error('reset')], [['content-type', 'text/event-stream']]),
    })

    await expect(received(await messages(house))).rejects.toThrow('reset')

    expect([...house.receipts.values()]).toMatchObject([{ outcome: 'cut', status: 200 }])
  })

  it('writes one receipt even if the ledger fails, then to the log, and counts it', async () => {
    const house = world({ ports: { ledger: { put: async () => Promise.reject(new StoreUnreachable('down')) } } })

    await received(await messages(house))

    expect(house.counted).toEqual(['ReceiptLost'])
    expect(house.logged).toMatchObject([{ level: 'error', fields: { receipt: { accountId: 'acme' } } }])
  })
})
