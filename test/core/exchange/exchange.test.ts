import { describe, expect, it } from 'vitest'
import { refusalBody } from '../../../core/http/refusal.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import { UpstreamFailed } from '../../../core/upstream/send.ts'
import { received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import { type Change, chat, messages, refusal } from './exchanging.ts'

describe('what goes upstream', () => {
  it('keeps body, query and unknown headers, and carries no header of ours', async () => {
    const service = serviceInMemory()
    const body = '{ "model":"m", "big":12345678901234567890, "x":1.0, "x":2, "messages":[] }'

    await messages(service, {
      body,
      query: 'beta=true&a=%2F',
      headers: { 'anthropic-beta': 'one,two', 'provider-a-version': '2023' },
    })

    const [outbound] = service.sent
    expect(String(outbound?.body)).toBe(body)
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
      why: 'an override of Anthropic',
      change: { headers: { 'x-service-upstream-url': 'https://gw.example.com/base/' } },
      url: 'https://gw.example.com/base/v1/messages',
    },
    { why: 'chat completions', change: chat, url: 'https://api.openai.com/v1/chat/completions' },
    {
      why: 'an override of OpenAI',
      change: { ...chat, headers: { ...chat.headers, 'x-service-upstream-url': 'https://gw.example.com/v1' } },
      url: 'https://gw.example.com/v1/chat/completions',
    },
    {
      why: 'pass-through',
      change: { ...chat, method: 'DELETE', path: '/openai/v1/files/a%2Fb//c', body: '' },
      url: 'https://api.openai.com/v1/files/a%2Fb//c',
    },
  ] as { why: string; change: Change; url: string }[])('$why', async ({ change, url }) => {
    const service = serviceInMemory()

    await messages(service, change)

    expect(`${service.sent[0]?.origin}${service.sent[0]?.path}`).toBe(url)
  })

  it('forwards an encoded body and other methods untouched', async () => {
    const service = serviceInMemory()
    const bytes = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd])

    await received(await messages(service, { body: bytes, headers: { 'content-encoding': 'zstd' } }))
    expect([...service.receipts.values()]).toMatchObject([{ outcome: 'verbatim', reason: 'body-encoded' }])
    await received(await messages(service, { method: 'GET', body: '' }))

    expect(service.sent.map(({ body }) => body)).toEqual([bytes, ''])
  })
})

describe('what comes back', () => {
  it('is the upstream’s answer, with a receipt that knows the usage and only the fingerprint of the key', async () => {
    const answer = '{"usage":{"input_tokens":10,"cache_read_input_tokens":90,"output_tokens":5}}'
    const service = serviceInMemory({ upstream: () => upstreamAnswer(200, [answer.slice(0, 9), answer.slice(9)]) })

    const reply = await messages(service, {
      headers: { 'x-service-session-id': '0F8FAD5B-D9CB-469F-A165-70867728950E' },
    })

    expect(await received(reply)).toBe(answer)
    const [receipt] = [...service.receipts.values()]
    expect(receipt).toMatchObject({
      accountId: 'acme',
      sessionId: '0f8fad5b-d9cb-469f-a165-70867728950e',
      route: 'messages',
      provider: 'anthropic',
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

  it('is an answer like any other where an upstream says 499, by which we write down clients that have left', async () => {
    const service = serviceInMemory({ upstream: () => upstreamAnswer(499, ['{}']) })
    await received(await messages(service))
    expect([...service.receipts.values()]).toMatchObject([{ status: 499, outcome: 'verbatim' }])
  })

  it('keeps an upstream’s refusal as it came, charged nothing', async () => {
    const service = serviceInMemory({
      upstream: () => upstreamAnswer(529, ['{"type":"error"}'], [['retry-after', '7']]),
    })

    const reply = await messages(service)

    expect(reply.status).toBe(529)
    expect(reply.headers).toMatchObject({ 'retry-after': '7' })
    expect(await received(reply)).toBe('{"type":"error"}')
    const [receipt] = [...service.receipts.values()]
    expect(receipt).toMatchObject({ status: 529, tokensSaved: 0 })
    expect(receipt).not.toHaveProperty('tokensAfter')
  })

  it.each([
    { kind: 'unreachable', reached: false, status: 502, receipts: 0 },
    { kind: 'unreachable', reached: true, status: 502, receipts: 1 },
    { kind: 'timeout', reached: true, status: 504, receipts: 1 },
    { kind: 'timeout', reached: false, status: 504, receipts: 0 },
    // Of a name that the deployment has chosen: the caller can change nothing about it.
    { kind: 'address-rejected', reached: false, status: 502, receipts: 0 },
  ] as const)(
    'turns $kind (reached: $reached) into the provider’s own $status',
    async ({ kind, reached, status, receipts }) => {
      const fail = (): never => {
        throw new UpstreamFailed(kind, reached, 'gone')
      }
      const a = serviceInMemory({ upstream: fail })
      const b = serviceInMemory({ upstream: fail })

      const [replyA, replyB] = [await messages(a), await messages(b, chat)]

      expect([replyA.status, replyB.status]).toEqual([status, status])
      expect(JSON.parse(await received(replyA))).toMatchObject({ type: 'error', error: { type: expect.any(String) } })
      expect(JSON.parse(await received(replyB))).toMatchObject({ error: { type: 'server_error', param: null } })
      expect(a.receipts.size).toBe(receipts)
    },
  )

  it('logs what it came of that an upstream was not reached, by names and codes', async () => {
    const cause = Object.assign(new Error('self-signed, by acme'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    const service = serviceInMemory({
      upstream: () => {
        throw new UpstreamFailed('unreachable', false, 'gone', cause)
      },
    })
    await received(await messages(service))
    expect(service.logged).toMatchObject([
      { message: 'upstream not reached', fields: { status: 502, causes: ['DEPTH_ZERO_SELF_SIGNED_CERT'] } },
    ])
    expect(JSON.stringify(service.logged)).not.toContain('acme')
  })

  it('refuses an override whose name resolves to a private address', async () => {
    const service = serviceInMemory({
      upstream: () => {
        throw new UpstreamFailed('address-rejected', false, 'private')
      },
    })

    const refused = await refusal(service, { headers: { 'x-service-upstream-url': 'https://rebound.example.com' } })

    expect([refused.status, JSON.parse(refusalBody(refused)).error.type]).toEqual([400, 'upstream_url_rejected'])
    expect(service.receipts.size).toBe(0)
  })

  it('breaks where the upstream broke, with a receipt that says so', async () => {
    const service = serviceInMemory({
      upstream: () => upstreamAnswer(200, ['data: 1\n\n', new Error('reset')], [['content-type', 'text/event-stream']]),
    })

    await expect(received(await messages(service))).rejects.toThrow('reset')

    expect([...service.receipts.values()]).toMatchObject([{ outcome: 'cut', status: 200 }])
  })

  it('writes one receipt even if the ledger fails, then to the log, and counts it', async () => {
    const service = serviceInMemory({
      ports: { ledger: { put: async () => Promise.reject(new StoreUnreachable('down')) } },
    })

    await received(await messages(service))

    expect(service.counted).toEqual(['ReceiptLost'])
    expect(service.logged).toMatchObject([{ level: 'error', fields: { receipt: { accountId: 'acme' } } }])
  })
})
