// The official SDK of the messages dialect against the running service, with only base URL and service header set.

import { hash } from 'node:crypto'
import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instruct, once } from '../../testkit/provider/instruction.ts'
import { type ServiceUnderTest, startService } from './service.ts'

let service: ServiceUnderTest
beforeAll(async () => {
  service = await startService({ dashboard: true })
})
afterAll(() => service.close())

const client = (headers: Record<string, string>, prefix = 'provider-a', maxRetries = 0): Anthropic =>
  new Anthropic({
    baseURL: `${service.baseUrl}/${prefix}`,
    apiKey: 'sk-ant-upstream',
    defaultHeaders: headers,
    maxRetries,
  })

const answer = 'Grüße aus 東京 😀.'
const hello = { model: 'claude-sonnet-5', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello' }] }
const tools = [{ name: 'lookup', input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } } }]
const textOf = (message: Anthropic.Message): string =>
  message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')

describe.each(['provider-a', 'anthropic'])('the Anthropic SDK through /%s', (prefix) => {
  it('gets a message', async () => {
    const { id, headers } = service.session()

    const message = await client(headers, prefix).messages.create(hello)

    expect(textOf(message)).toBe(answer)
    const [receipt] = await service.receipts(id, 1)
    expect(receipt).toMatchObject({
      route: 'messages',
      status: 200,
      sessionId: id,
      upstreamKeyFingerprint: hash('sha256', 'sk-ant-upstream'),
      usage: { inputTokens: 100, cacheReadTokens: 60, outputTokens: 7 },
    })
  })

  it('streams a message', async () => {
    const { id, headers } = service.session()
    const pieces: string[] = []

    const stream = client(headers, prefix).messages.stream(hello)
    stream.on('text', (text) => pieces.push(text))

    expect(textOf(await stream.finalMessage())).toBe(answer)
    expect(pieces).toHaveLength(5)
    expect((await service.receipts(id, 1))[0]).toMatchObject({
      usage: { inputTokens: 100, outputTokens: 7 },
      estimated: false,
    })
  })

  it.each([{ stream: false }, { stream: true }])(
    'takes a tool round trip (stream: $stream), its result travelling lossless',
    async ({ stream }) => {
      const { id, headers } = service.session()
      const sdk = client(headers, prefix)
      const ask = async (messages: Anthropic.MessageParam[]): Promise<Anthropic.Message> =>
        stream
          ? sdk.messages.stream({ ...hello, tools, messages }).finalMessage()
          : sdk.messages.create({ ...hello, tools, messages })

      const first = await ask(hello.messages)
      const [call] = first.content
      if (call?.type !== 'tool_use') throw new Error('no tool call')
      expect(call.input).toEqual({ city: 'Tōkyō' })
      const second = await ask([
        ...hello.messages,
        { role: 'assistant', content: first.content },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: call.id,
              content: '{\n  "temperature": 12.0,\n  "id": 12345678901234567890\n}',
            },
          ],
        },
      ])

      expect(textOf(second)).toBe(answer)
      const forwarded = service.forwarded.at(-1)?.body.toString('utf8') ?? ''
      expect(forwarded).toContain(String.raw`"{\"temperature\":12.0,\"id\":12345678901234567890}"`)
      const receipts = await service.receipts(id, 2)
      expect(receipts.map(({ outcome }) => outcome)).toEqual(['verbatim', 'compacted'])
      expect(receipts[1]?.tokensSaved).toBeGreaterThan(0)
      expect(receipts[1]?.estimated).toBe(false)
    },
  )
})

/** A conversation whose result has blanks that may go. */
const withBlanks = '{\n  "temperature": 12.0\n}'
const looked = (question: string): Anthropic.MessageParam[] => [
  { role: 'user', content: question },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'lookup', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: withBlanks }] },
]
/** The results of these requests, as they reached the provider. */
const resultsIn = (forwarded: ServiceUnderTest['forwarded']): string[] =>
  forwarded.map(({ body }) => JSON.parse(body.toString('utf8')).messages[2].content[0].content)

describe('what a request asks for in its headers', () => {
  it.each([
    ['off', 'verbatim'],
    ['observe', 'observed'],
  ])('X-Service-Compaction: %s sends the original, and the ledger says %s', async (wish, outcome) => {
    const { id, headers } = service.session()
    await client({ ...headers, 'X-Service-Compaction': wish }).messages.create({ ...hello, messages: looked(wish) })
    expect(resultsIn(service.forwarded.slice(-1))).toEqual([withBlanks])
    expect(await service.receipts(id, 1)).toMatchObject([{ outcome, compactionMode: wish }])
  })

  it('the session of Claude Code counts where no other is named', async () => {
    const { id, headers } = service.session()
    const own = { 'X-Service-Auth-Token': headers['X-Service-Auth-Token'] ?? '', 'x-claude-code-session-id': id }
    await client(own).messages.create(hello)
    expect(await service.receipts(id, 1)).toMatchObject([{ sessionId: id, client: 'claude-code' }])
  })
})

describe('errors, as the Anthropic SDK reads them', () => {
  const failing = async (
    headers: Record<string, string>,
    stream = false,
  ): Promise<InstanceType<typeof Anthropic.APIError>> => {
    try {
      const sdk = client(headers)
      await (stream ? sdk.messages.stream(hello).finalMessage() : sdk.messages.create(hello))
    } catch (error) {
      if (error instanceof Anthropic.APIError) return error
      throw error
    }
    throw new Error('no error')
  }

  it.each([400, 401, 404, 429, 500, 529])('the provider’s own %i passes unchanged', async (status) => {
    for (const stream of [false, true]) {
      const error = await failing({ ...service.session().headers, ...instruct('fail', status) }, stream)
      expect(error.status).toBe(status)
      expect(error.error).toMatchObject({ type: 'error', error: { message: `native ${status}` }, request_id: 'req_1' })
      expect(error.headers?.get('retry-after')).toBe('1')
    }
  })

  it('are ours for a bad service key, in our own form', async () => {
    const error = await failing({ 'X-Service-Auth-Token': 'ak_nonsense' })
    expect(error).toBeInstanceOf(Anthropic.AuthenticationError)
    expect(error.error).toEqual({
      error: { type: 'authentication_error', message: expect.any(String), dashboard_url: expect.any(String) },
    })
  })

  it.each([400, 413, 422])('never see the %i of a provider that rejects the shortened form', async (status) => {
    const { id, headers } = service.session()
    const before = service.forwarded.length
    const sdk = client({ ...headers, ...once(id, instruct('fail', status)) })

    expect(textOf(await sdk.messages.create({ ...hello, messages: looked(`Now ${status}`) }))).toBe(answer)
    expect(resultsIn(service.forwarded.slice(before))).toEqual(['{"temperature":12.0}', withBlanks])
    const receipts = await service.receipts(id, 1)
    expect(receipts).toMatchObject([{ status: 200, retriedVerbatim: true, reason: 'compacted-form-rejected' }])
  })

  it('retries what the provider says may be retried, with a receipt for each', async () => {
    const { id, headers } = service.session()
    const fault = once(id, instruct('fail', 429))

    expect(textOf(await client({ ...headers, ...fault }, 'provider-a', 2).messages.create(hello))).toBe(answer)
    expect((await service.receipts(id, 2)).map(({ status }) => status)).toEqual([429, 200])
  })

  it('reports a stream that the provider broke as broken, never as complete', async () => {
    const { id, headers } = service.session()

    await expect(
      client({ ...headers, ...instruct('cut') })
        .messages.stream(hello)
        .finalMessage(),
    ).rejects.toThrow()

    expect((await service.receipts(id, 1))[0]).toMatchObject({ outcome: 'cut', status: 200 })
  })
})

describe('everything else under the prefix', () => {
  it('passes through: token counts, model lists, with query and method', async () => {
    const { id, headers } = service.session()
    const sdk = client(headers)

    await sdk.messages.countTokens({ model: 'm', messages: hello.messages })
    await sdk.models.list({ limit: 5 })

    const [count, list] = service.forwarded.slice(-2)
    expect([count?.method, count?.url]).toEqual(['POST', expect.stringContaining('/v1/messages/count_tokens')])
    expect([list?.method, list?.url]).toEqual(['GET', '/v1/models?limit=5'])
    expect((await service.receipts(id, 2)).map(({ route }) => route)).toEqual(['pass-through', 'pass-through'])
  })

  it('carries a body of 4 MB', async () => {
    const content = 'A line of text with "quotes".\n'.repeat(100_000)
    const message = await client(service.session().headers).messages.create({
      ...hello,
      messages: [{ role: 'user', content }],
    })

    expect(textOf(message)).toBe(answer)
    expect(JSON.parse(service.forwarded.at(-1)?.body.toString('utf8') ?? '').messages[0].content).toBe(content)
  })
})
