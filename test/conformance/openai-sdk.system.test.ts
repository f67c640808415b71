// The official SDK of the chat-completions and responses dialects against the running service.

import { hash } from 'node:crypto'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instruct, once } from '../../testkit/provider/instruction.ts'
import { type ServiceUnderTest, startService } from './service.ts'

let service: ServiceUnderTest
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const client = (headers: Record<string, string | null>, prefix = 'provider-b', maxRetries = 0): OpenAI =>
  new OpenAI({ baseURL: `${service.baseUrl}/${prefix}/v1`, apiKey: 'sk-upstream', defaultHeaders: headers, maxRetries })

const answer = 'Grüße aus 東京 😀.'
const messages = [{ role: 'user' as const, content: 'Hello' }]
const chat = { model: 'gpt-4o', messages }
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
/** Long enough to be cached without its blanks too: what might fall below that length travels whole. */
const rows = Array.from({ length: 600 }, (_, day) => `  "temperature-${day}": 12.0,\n`).join('')
const result = `{\n${rows}  "id": 12345678901234567890\n}`
const shorter = JSON.stringify(result.replaceAll(/\n| /g, ''))
const lastBody = (): string => service.forwarded.at(-1)?.body.toString('utf8') ?? ''

describe.each(['provider-b', 'openai'])('chat completions through /%s', (prefix) => {
  it('answers, streamed and not, with the usage in the ledger', async () => {
    const { id, headers } = service.session()
    const sdk = client(headers, prefix)

    const whole = await sdk.chat.completions.create(chat)
    let streamed = ''
    for await (const chunk of await sdk.chat.completions.create({ ...chat, stream: true }))
      streamed += chunk.choices[0]?.delta.content ?? ''

    expect([whole.choices[0]?.message.content, streamed]).toEqual([answer, answer])
    for (const receipt of await service.receipts(id, 2))
      expect(receipt).toMatchObject({
        route: 'chat-completions',
        sessionId: id,
        upstreamKeyFingerprint: hash('sha256', 'sk-upstream'),
        usage: { inputTokens: 100, cacheReadTokens: 60, outputTokens: 7 },
      })
  })

  it.each([{ stream: false }, { stream: true }])('round-trips a tool call (stream: $stream)', async ({ stream }) => {
    const { id, headers } = service.session()
    const sdk = client(headers, prefix)
    const tools = [{ type: 'function' as const, function: { name: 'lookup', parameters } }]
    const ask = async (history: OpenAI.ChatCompletionMessageParam[]): Promise<OpenAI.ChatCompletion> =>
      stream
        ? sdk.chat.completions.stream({ ...chat, tools, messages: history }).finalChatCompletion()
        : sdk.chat.completions.create({ ...chat, tools, messages: history })

    // Another conversation than those of the other tests: what the provider counted there tells nothing here.
    const asking = [{ role: 'user' as const, content: `Hello by ${prefix}, ${stream ? 'streamed' : 'whole'}` }]
    const first = (await ask(asking)).choices[0]?.message
    const [call] = first?.tool_calls ?? []
    if (first === undefined || call?.type !== 'function') throw new Error('no tool call')
    expect(JSON.parse(call.function.arguments)).toEqual({ city: 'Tōkyō' })
    const second = await ask([...asking, first, { role: 'tool', tool_call_id: call.id, content: result }])

    expect(second.choices[0]?.message.content).toBe(answer)
    expect(lastBody()).toContain(shorter)
    expect((await service.receipts(id, 2)).map(({ outcome }) => outcome)).toEqual(['verbatim', 'compacted'])
  })
})

describe('responses', () => {
  it('answers, streamed and not', async () => {
    const { id, headers } = service.session()
    const sdk = client(headers)

    const whole = await sdk.responses.create({ model: 'gpt-5', input: 'Hello' })
    const streamed = await sdk.responses.stream({ model: 'gpt-5', input: 'Hello' }).finalResponse()

    expect([whole.output_text, streamed.output_text]).toEqual([answer, answer])
    for (const receipt of await service.receipts(id, 2))
      expect(receipt).toMatchObject({
        route: 'responses',
        usage: { inputTokens: 100, cacheReadTokens: 60 },
        estimated: false,
      })
  })

  it('round-trips a tool call', async () => {
    const { headers } = service.session()
    const sdk = client(headers)
    const tools = [{ type: 'function' as const, name: 'lookup', parameters, strict: false }]

    const first = await sdk.responses.create({ model: 'gpt-5', input: 'Hello', tools })
    const second = await sdk.responses.create({
      model: 'gpt-5',
      tools,
      input: [
        { role: 'user', content: 'Hello' },
        ...(first.output as OpenAI.Responses.ResponseInputItem[]),
        { type: 'function_call_output', call_id: 'call_1', output: result },
      ],
    })

    expect(second.output_text).toBe(answer)
    expect(lastBody()).toContain(shorter)
  })
})

describe('errors, as the OpenAI SDK reads them', () => {
  it.each([400, 401, 403, 429, 500])('the provider’s own %i passes unchanged', async (status) => {
    const sdk = client({ ...service.session().headers, ...instruct('fail', status) })
    for (const call of [
      () => sdk.chat.completions.create(chat),
      () => sdk.responses.create({ model: 'gpt-5', input: 'x', stream: true }),
    ]) {
      const error: unknown = await call().catch((caught: unknown) => caught)
      if (!(error instanceof OpenAI.APIError)) throw new Error('not an API error')
      expect(error.status).toBe(status)
      expect(error.message).toContain(`native ${status}`)
      expect(error.headers?.get('retry-after')).toBe('1')
    }
  })

  it('are ours for a bad service key and for a missing upstream key', async () => {
    const bad = await client({ 'X-Service-Auth-Token': 'ak_nonsense' })
      .chat.completions.create(chat)
      .catch((error: unknown) => error)
    expect(bad).toBeInstanceOf(OpenAI.AuthenticationError)
    const sdk = client({ ...service.session().headers, Authorization: null })
    await expect(sdk.chat.completions.create(chat)).rejects.toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    })
  })

  it('retries a 429 as the provider asked', async () => {
    const { id, headers } = service.session()
    const sdk = client({ ...headers, ...once(id, instruct('fail', 429)) }, 'provider-b', 2)

    expect((await sdk.chat.completions.create(chat)).choices[0]?.message.content).toBe(answer)
    expect((await service.receipts(id, 2)).map(({ status }) => status)).toEqual([429, 200])
  })

  it('reports a broken stream as broken, in both dialects', async () => {
    const { id, headers } = service.session()
    const sdk = client({ ...headers, ...instruct('cut') })

    await expect(sdk.chat.completions.stream(chat).finalChatCompletion()).rejects.toThrow()
    await expect(sdk.responses.stream({ model: 'gpt-5', input: 'x' }).finalResponse()).rejects.toThrow()

    expect((await service.receipts(id, 2)).map(({ outcome }) => outcome)).toEqual(['cut', 'cut'])
  })
})

describe('everything else under the prefix', () => {
  it('passes through: models, embeddings, deletions, uploads', async () => {
    const sdk = client(service.session().headers)

    await sdk.models.list()
    await sdk.models.retrieve('org/kit ü')
    await sdk.embeddings.create({ model: 'e', input: 'x', encoding_format: 'float' })
    await sdk.files.delete('file-1')
    await sdk.files.create({ file: await toFile(Buffer.from([0, 255, 1, 254]), 'x.bin'), purpose: 'assistants' })

    const seen = service.forwarded.slice(-5)
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/models',
      'GET /v1/models/org%2Fkit%20%C3%BC',
      'POST /v1/embeddings',
      'DELETE /v1/files/file-1',
      'POST /v1/files',
    ])
    expect(seen[4]?.body.includes(Buffer.from([0, 255, 1, 254]))).toBe(true)
  })
})
