// That a dialect is a plug: one that is unlike all others goes through the whole pipeline, and nothing outside its folder knows it.

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { messageBlocksOf } from '../../../../core/caches/asked.ts'
import { headsOf } from '../../../../core/chain/identity/identity.ts'
import { turnEndsOf } from '../../../../core/chain/identity/turn-ends.ts'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../../core/chain/record/store.ts'
import type { Dialect } from '../../../../core/dialects/dialect.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { routeOfDialect } from '../../../../core/exchange/deployment.ts'
import { exchange } from '../../../../core/exchange/exchange.ts'
import { Refusal } from '../../../../core/http/refusal.ts'
import { upstreamOrigins } from '../../../../core/upstream/origins.ts'
import { UpstreamFailed } from '../../../../core/upstream/send.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import {
  type AnswerUpstream,
  noon,
  received,
  type ServiceInMemory,
  serviceInMemory,
  upstreamAnswer,
} from '../../../../testkit/memory/service-in-memory.ts'
import { read } from '../reading.ts'
import { toy } from './dialect.ts'

/** The registry with one line more. */
const registry = { ...dialects, toy } satisfies Record<string, Dialect>

const origins = upstreamOrigins(
  { defaults: {}, trustedForDefaults: [], trustedForOverrides: [], cachingAsProvider: [] },
  [...new Set(Object.values(registry).map(({ provider }) => provider))],
)

interface Asked {
  readonly body?: string
  readonly path?: string
  readonly query?: string
  readonly method?: string
  readonly headers?: Record<string, string | undefined>
  readonly now?: number
  readonly dialect?: keyof typeof registry
}

const minute = 60_000
const generate = '/toy/v1beta/models/toy-pro:generate'
const key = { 'x-api-key': undefined, 'x-toy-api-key': 'toy-key' }

/** A service that remembers its conversations from one request to the next. */
const service = (upstream: AnswerUpstream) => {
  const records = new Map<string, StoredRecord>()
  return async ({ now = noon, dialect = 'toy', headers, ...change }: Asked = {}) => {
    const one: ServiceInMemory = serviceInMemory({
      upstream,
      ports: { chains: rememberedChains(memoryChains(records)), now: () => now },
    })
    const line = exchange(routeOfDialect(registry[dialect]), { ...one.deployment, origins })
    const request = { path: generate, body: '{"contents":[]}', receivedAt: now, ...change }
    const reply = await line(one.request({ ...request, headers: { ...key, ...headers } }))
    const text = await received(reply)
    return { status: reply.status, text, outbound: one.sent[0], receipt: [...one.receipts.values()][0] }
  }
}

const usageMetadata = { promptTokenCount: 4_000, cachedContentTokenCount: 1_000, candidatesTokenCount: 7 }
const accepting = (): ReturnType<AnswerUpstream> => upstreamAnswer(200, [JSON.stringify({ usageMetadata })])

const long = (word: string): string => Array.from({ length: 400 }, (_, index) => `${word}${index}`).join(' ')
const half = (text: string): string => text.slice(0, Math.ceil(text.length / 2))

/** A conversation with one call and its result for each text. Members that nobody knows stay as they are. */
const bodyOf = (results: readonly string[]): string =>
  `{ "generationConfig": {"seed": 12345678901234567890}, "contents": ${JSON.stringify([
    { role: 'user', parts: [{ text: 'go' }] },
    ...results.flatMap((output, index) => [
      {
        role: 'model',
        parts: [
          { text: 'so', thoughtSignature: 's' },
          { functionCall: { id: `c${index}`, name: 'lookup', args: { index } } },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { id: `c${index}`, name: 'lookup', response: { output } } }] },
    ]),
  ])} }`

describe('a fourth dialect', () => {
  it('is authenticated, recognised, compacted, forwarded, metered and settled like the others', async () => {
    const ask = service(accepting)
    const [a, b] = [long('a'), long('b')]

    const first = await ask({ body: bodyOf([a]) })
    expect(String(first.outbound?.body)).toBe(bodyOf([a]))

    const second = await ask({ body: bodyOf([a, b]), query: 'alt=json', now: noon + 3 * 24 * 60 * minute })
    expect(String(second.outbound?.body)).toBe(bodyOf([a, b]).replace(a, half(a)))
    expect(`${second.outbound?.origin}${second.outbound?.path}`).toBe(
      'https://models.toy.example/v1beta/models/toy-pro:generate?alt=json',
    )
    expect(second.outbound?.headers).toMatchObject({ 'x-toy-api-key': 'toy-key' })
    expect(second.receipt).toMatchObject({
      route: 'toy',
      provider: 'toy',
      model: 'toy-pro',
      upstreamHost: 'models.toy.example',
      upstreamKeyFingerprint: createHash('sha256').update('toy-key').digest('hex'),
      outcome: 'compacted',
      segmentsCompacted: 1,
      tokensSaved: a.length - half(a).length,
      usage: { inputTokens: 4_000, cacheReadTokens: 1_000, outputTokens: 7 },
      effectiveTokensAfter: 3_250,
      estimated: false,
    })
  })

  it('is metered from a stream, and its events pass untouched', async () => {
    const events = [{ text: 'usage of words' }, { usageMetadata }, { text: 'end' }]
    const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    const ask = service(() => upstreamAnswer(200, [stream], [['content-type', 'text/event-stream']]))
    const { text, receipt } = await ask({ path: '/toy/v1beta/models/toy-pro:streamGenerate', query: 'alt=sse' })
    expect(text).toBe(stream)
    expect(receipt).toMatchObject({ model: 'toy-pro', usage: { inputTokens: 4_000 } })
  })

  it('passes through what is not among its paths', async () => {
    const { outbound, receipt } = await service(accepting)({
      path: '/toy/v1beta/models/toy-pro:count',
      body: 'no JSON',
    })
    expect(outbound?.body).toBe('no JSON')
    expect(receipt).toMatchObject({ route: 'pass-through', provider: 'toy' })
  })

  it('keeps errors, unknown shapes and answers to nothing as they are', () => {
    const call = (id: string) => ({ functionCall: { id, name: 'lookup', args: {} } })
    const result = (id: string, response: object) => ({ functionResponse: { id, name: 'lookup', response } })
    const contents = [
      { role: 'model', parts: ['1', '2', '3'].map(call) },
      {
        role: 'user',
        parts: [
          result('1', { output: 'x', error: 'no' }),
          result('2', { output: 'x', more: 1 }),
          result('3', { result: 'x' }),
          result('4', { output: 'x' }),
          { text: 'x' },
        ],
      },
    ]
    const { segments } = read(toy, { contents })
    expect(segments.map(({ pinned }) => pinned)).toEqual(['error-result', 'unknown-shape', 'unknown-call'])
  })

  it('has its parts counted as blocks, and one spelling of plain text', () => {
    const secret = Buffer.alloc(32).toString('base64')
    const transcript = read(toy, bodyOf(['x', 'y']))
    const heads = headsOf(transcript, secret, 'toy-pro models.toy.example')
    expect(
      heads === undefined
        ? []
        : turnEndsOf(transcript.tape, messageBlocksOf(transcript), heads).map(({ blocksBehind }) => blocksBehind),
    ).toEqual([0, 3, 6])
    const digest = (parts: unknown) =>
      headsOf(read(toy, { contents: [{ role: 'user', parts }] }), secret, 'm h')?.own.digest
    expect(digest([{ text: 'a' }])).toEqual(digest('a'))
    expect(digest([{ text: 'a', type: 'text' }])).not.toEqual(digest('a'))
    expect(headsOf(read(toy, { contents: [], cachedContent: 'kept/1' }), secret, 'm h')).toBeUndefined()
  })
})

describe('its provider', () => {
  it('takes its key from the query, too, and gets no other provider’s', async () => {
    const headers = { 'x-toy-api-key': undefined, 'x-api-key': 'other', authorization: 'Bearer other' }
    const { outbound, receipt } = await service(accepting)({ query: 'key=q%31&alt=json', headers })
    expect(outbound?.path).toBe('/v1beta/models/toy-pro:generate?key=q%31&alt=json')
    expect(JSON.stringify(outbound?.headers)).not.toContain('other')
    expect(receipt).toMatchObject({ upstreamKeyFingerprint: createHash('sha256').update('q1').digest('hex') })
  })

  it('gets the upstream key in place of whatever else arrived', async () => {
    const headers = { 'x-service-upstream-key': 'given' }
    const { outbound } = await service(accepting)({ query: 'key=old&alt=json', headers })
    expect(outbound?.path).toBe('/v1beta/models/toy-pro:generate?alt=json')
    expect(outbound?.headers).toMatchObject({ 'x-toy-api-key': 'given' })
  })

  it('never gives its key to another provider', async () => {
    const { outbound } = await service(accepting)({
      dialect: 'messages',
      path: '/provider-a/v1/messages',
      body: '{"messages":[]}',
      headers: { 'x-api-key': 'sk-a' },
    })
    expect(outbound?.headers).toMatchObject({ 'x-api-key': 'sk-a' })
    expect(outbound?.headers).not.toHaveProperty('x-toy-api-key')
  })

  it.each([
    ['no key', { headers: { 'x-toy-api-key': undefined } }, 400, 'x-toy-api-key'],
    ['an empty key in its query', { query: 'key=', headers: { 'x-toy-api-key': undefined } }, 400, 'x-toy-api-key'],
    [
      'the service key in its query',
      { query: `key=${serviceInMemory().secret}`, headers: { 'x-toy-api-key': undefined } },
      400,
      'not the service key',
    ],
    ['a WebSocket', { method: 'GET', path: '/toy/v1beta/live' }, 426, 'WebSockets'],
  ])('refuses %s', async (_why, change, status, message) => {
    const refused = await service(accepting)(change).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ status, message: expect.stringContaining(message) })
  })

  it('fails in its own words', async () => {
    const { status, text } = await service(() => {
      throw new UpstreamFailed('timeout', true, 'late')
    })()
    expect([status, JSON.parse(text).error.code]).toEqual([504, 504])
  })
})
