import { describe, expect, it } from 'vitest'
import { CompressorFailed } from '../../../../core/compressor/compressor.ts'
import type { CompressionReply } from '../../../../core/compressor/contract.ts'
import { compressTranscript } from '../../../../core/exchange/direct/direct-compress.ts'
import { Refusal, refusalBody } from '../../../../core/http/refusal.ts'
import type { Reply } from '../../../../core/http/reply.ts'
import {
  halvingCompressor,
  received,
  type ServiceInMemory,
  serviceInMemory,
} from '../../../../testkit/memory/service-in-memory.ts'

type Change = Parameters<ServiceInMemory['request']>[0]
const path = '/v1/compress'

const compress = (service: ServiceInMemory, body: unknown, change: Change = {}): Promise<Reply> =>
  compressTranscript(service.deployment)(
    service.request({ path, body: typeof body === 'string' ? body : JSON.stringify(body), ...change }),
  )

const refused = async (service: ServiceInMemory, body: unknown, change?: Change) => {
  try {
    await compress(service, body, change)
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, ...JSON.parse(refusalBody(error)).error }
    throw error
  }
  throw new Error('not refused')
}

const messages = [
  { role: 'system', content: 'abcdefgh' },
  { role: 'user', content: '' },
  { role: 'user', content: '12345678😀' },
]

describe('POST /v1/compress', () => {
  it('gives back as many messages, in order, with their roles and whatever else they carry', async () => {
    const service = serviceInMemory()
    const body =
      '{"model":"adeline-1", "messages" : [ {"role":"user","content":"ab\\ncdef","big":12345678901234567890,"x":1.0} ] }'

    const reply = await compress(service, body)

    expect(await received(reply)).toBe(
      '{"model":"adeline-1","messages":[ {"role":"user","content":"ab\\nc","big":12345678901234567890,"x":1.0} ]}',
    )
    expect([...service.receipts.values()]).toMatchObject([
      {
        route: 'compress',
        model: 'adeline-1',
        engineVersion: 'adeline-1.0.0',
        outcome: 'compacted',
        status: 200,
        tokensBefore: 7,
        tokensAfter: 4,
        tokensSaved: 3,
        estimated: false,
      },
    ])
  })

  it('takes transcripts of agents: texts of blocks and results become shorter, everything else stays', async () => {
    const service = serviceInMemory()
    const transcript = [
      { role: 'user', content: [{ type: 'text', text: 'abcdefgh', cache_control: { type: 'ephemeral' } }] },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'ls', arguments: '{"a":1}' } }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'abcdefgh', signature: 's' },
          { type: 'tool_use', id: 't', input: { text: 'abcdefgh' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't',
            content: [
              { type: 'text', text: '12345678' },
              { type: 'image', source: {} },
            ],
          },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'u', content: '87654321' },
          { type: 'input_text', text: 'ABCDEFGH' },
        ],
      },
      { role: 'user', content: [] },
    ]
    const body = JSON.stringify({ model: 'adeline-1', messages: transcript })
    const expected = JSON.stringify(transcript)
      .replace('"text":"abcdefgh","cache', '"text":"abcd","cache')
      .replace('"12345678"', '"1234"')
      .replace('"87654321"', '"8765"')
      .replace('"ABCDEFGH"', '"ABCD"')
    expect(await received(await compress(service, body))).toBe(`{"model":"adeline-1","messages":${expected}}`)
    expect(service.asked.flatMap(({ texts }) => texts)).toEqual(['abcdefgh', '12345678', '87654321', 'ABCDEFGH'])
  })

  it('takes 49,999 messages of a role and a text, and of more says what is counted', async () => {
    const transcript = (count: number) => ({
      model: 'adeline-1',
      messages: Array.from({ length: count }, () => ({ role: 'user', content: 'abc' })),
    })
    await received(await compress(serviceInMemory(), transcript(49_999)))
    expect(await refused(serviceInMemory(), transcript(50_000))).toMatchObject({
      status: 400,
      message: 'The request body must not have more than 250,000 JSON values, names of members among them.',
    })
  })

  it('leaves results in results as they are, however deep', async () => {
    const service = serviceInMemory()
    const [open, close] = ['{"type":"tool_result","content":[', ']}']
    const text = '{"type":"text","text":"abcdefgh"}'
    const transcript = `[{"role":"user","content":[${open.repeat(40_000)}${text}${close.repeat(40_000)},${open}${text}${close}]}]`
    const reply = await compress(service, `{"model":"adeline-1","messages":${transcript}}`)
    expect(await received(reply)).toBe(
      `{"model":"adeline-1","messages":${transcript.replace(/abcdefgh(?=[^h]*$)/, 'abcd')}}`,
    )
  })

  it('answers a transcript without any text, and asks nobody', async () => {
    const service = serviceInMemory()
    const transcript = '[{"role":"assistant","content":null}]'
    const reply = await compress(service, `{"model":"helene-1","messages":${transcript}}`)
    expect(await received(reply)).toBe(`{"model":"helene-1","messages":${transcript}}`)
    expect(service.asked).toEqual([])
    expect([...service.receipts.values()]).toMatchObject([{ outcome: 'verbatim', status: 200, tokensBefore: 0 }])
  })

  it('takes more messages than one call of the compressor does', async () => {
    const service = serviceInMemory()
    const many = Array.from({ length: 10_001 }, (_, index) => ({ role: 'user', content: `message ${index}` }))

    const reply = await compress(service, { model: 'adeline-1', messages: many })

    expect(JSON.parse(await received(reply)).messages).toHaveLength(10_001)
    expect(service.asked.map(({ texts }) => texts.length)).toEqual([10_000, 1])
  })

  it('has a receipt when one of two calls was answered and the other found nobody', async () => {
    let calls = 0
    const service = serviceInMemory({
      compressor: (request) => {
        calls += 1
        if (calls === 2) throw new CompressorFailed('nobody there', false)
        return halvingCompressor(request, AbortSignal.abort()) as CompressionReply
      },
    })
    const large = [1, 2].map(() => ({ role: 'user', content: 'x'.repeat(2_000_000) }))

    const reply = await compress(service, { model: 'adeline-1', messages: large })
    await received(reply)

    expect(reply.status).toBe(503)
    expect([...service.receipts.values()]).toMatchObject([{ status: 503, reason: 'compressor-failed' }])
  })

  it('says of an encoded body that it is one', async () => {
    const fault = await refused(
      serviceInMemory(),
      { model: 'adeline-1', messages },
      { headers: { 'content-encoding': 'gzip' } },
    )

    expect(fault).toMatchObject({ status: 400, message: expect.stringContaining('must not be encoded') })
  })

  it('returns what the compressor leaves alone exactly as it came', async () => {
    const service = serviceInMemory()

    const answer = JSON.parse(await received(await compress(service, { model: 'helene-1', messages })))

    expect(answer.messages[1]).toEqual(messages[1])
    expect(answer.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user', 'user'])
    expect(service.asked).toHaveLength(1)
  })

  it('passes the rate on, and accounts what was asked and reached', async () => {
    const service = serviceInMemory()

    await received(await compress(service, { model: 'helene-1', messages, compression_rate: 0.5 }))

    expect(service.asked).toMatchObject([{ engine: 'helene-1', rate: 0.5 }])
    expect([...service.receipts.values()]).toMatchObject([{ rateAsked: 0.5, rateReached: 0.5 }])
  })

  it.each([
    [['language-not-covered', 'too-short'], 'language-not-covered'],
    [['too-short', 'saving-under-floor'], undefined],
  ] as const)('says in its receipt where a language is not known: %s', async (abstained, reason) => {
    const service = serviceInMemory({
      compressor: ({ engine }) => ({
        engine_version: `${engine}.0.0`,
        results: abstained.map((one) => ({ abstained: one, tokens_before: 9 })),
      }),
    })
    const said = ['灯りを消してから戸を閉めること。', 'a lamp'].map((content) => ({ role: 'user', content }))

    await received(await compress(service, { model: 'helene-1', messages: said, compression_rate: 0.5 }))

    const [receipt] = service.receipts.values()
    expect(receipt).toMatchObject({ outcome: 'verbatim', status: 200 })
    expect(receipt?.reason).toBe(reason)
  })

  it('splits batches, and returns a text that fits no call as it came', async () => {
    const service = serviceInMemory()
    const contents = ['a'.repeat(2_000_000), 'b'.repeat(2_000_000), 'c'.repeat(3_100_000), '\u0001'.repeat(10)]

    const reply = await compress(service, {
      model: 'adeline-1',
      messages: contents.map((content) => ({ role: 'user', content })),
    })

    const answer = JSON.parse(await received(reply))
    expect(service.asked.map(({ texts }) => texts.map((text) => text[0]))).toEqual([['a'], ['b', '\u0001']])
    expect(answer.messages.map(({ content }: { content: string }) => content.length)).toEqual([
      1_000_000, 1_000_000, 3_100_000, 5,
    ])
    expect([...service.receipts.values()]).toMatchObject([{ estimated: true }])
  })

  const ok = { model: 'helene-1', messages }
  it.each([
    { why: 'no JSON', body: '{', type: 'invalid_request_error', names: 'JSON' },
    { why: 'an array', body: [], type: 'invalid_request_error', names: 'object' },
    { why: 'no model', body: { messages }, type: 'invalid_request_error', names: 'model' },
    { why: 'a model that is no string', body: { ...ok, model: 7 }, type: 'invalid_request_error', names: 'model' },
    { why: 'no messages', body: { model: 'helene-1' }, type: 'invalid_request_error', names: 'messages' },
    {
      why: 'messages that are no array',
      body: { ...ok, messages: { first: { role: 'user', content: 'a' } } },
      type: 'invalid_request_error',
      names: 'messages must be an array.',
    },
    { why: 'empty messages', body: { ...ok, messages: [] }, type: 'invalid_request_error', names: 'messages' },
    {
      why: 'a message that is no object',
      body: { ...ok, messages: [messages[0], 'x'] },
      type: 'invalid_request_error',
      names: 'messages[1]',
    },
    {
      why: 'a message without role',
      body: { ...ok, messages: [{ content: 'x' }] },
      type: 'invalid_request_error',
      names: 'messages[0].role',
    },
    {
      why: 'content that is a number',
      body: { ...ok, messages: [{ role: 'user', content: 7 }] },
      type: 'invalid_request_error',
      names: 'messages[0].content must be a string, a list of blocks or null.',
    },
    {
      why: 'no content',
      body: { ...ok, messages: [{ role: 'user' }] },
      type: 'invalid_request_error',
      names: 'messages[0].content is missing.',
    },
    {
      why: 'a block that is no object',
      body: { ...ok, messages: [{ role: 'user', content: ['x'] }] },
      type: 'invalid_request_error',
      names: 'messages[0].content[0] must be a JSON object.',
    },
    {
      why: 'a text that is no string',
      body: { ...ok, messages: [{ role: 'user', content: [{ type: 'text', text: null }] }] },
      type: 'invalid_request_error',
      names: 'messages[0].content[0].text must be a string.',
    },
    {
      why: 'a result whose content is a number',
      body: { ...ok, messages: [{ role: 'user', content: [{ type: 'tool_result', content: 1 }] }] },
      type: 'invalid_request_error',
      names: 'messages[0].content[0].content',
    },
    {
      why: 'content twice',
      body: '{"model":"helene-1","messages":[{"role":"u","content":"a","content":"b"}]}',
      type: 'invalid_request_error',
      names: 'messages[0]',
    },
    {
      why: 'a rate below 0',
      body: { ...ok, compression_rate: -0.1 },
      type: 'invalid_request_error',
      names: 'compression_rate',
    },
    {
      why: 'a rate above 1',
      body: { ...ok, compression_rate: 1.1 },
      type: 'invalid_request_error',
      names: 'compression_rate',
    },
    {
      why: 'a rate out of range for adeline too',
      body: { ...ok, model: 'adeline-1', compression_rate: 2 },
      type: 'invalid_request_error',
      names: 'compression_rate',
    },
    {
      why: 'a rate that is text',
      body: { ...ok, compression_rate: '0.5' },
      type: 'invalid_request_error',
      names: 'compression_rate',
    },
    {
      why: 'a rate that is null',
      body: { ...ok, compression_rate: null },
      type: 'invalid_request_error',
      names: 'compression_rate',
    },
    {
      why: 'an option that is misspelled',
      body: { ...ok, compresion_rate: 0.5 },
      type: 'invalid_request_error',
      names: 'compresion_rate is not known here. The request body takes model, messages, compression_rate.',
    },
    {
      why: 'a field whose name is somebody’s text, which no log may hold',
      body: { ...ok, 'the secret plan 7': 0.5 },
      type: 'invalid_request_error',
      names: 'A field is not known here.',
    },
    { why: 'an unknown model', body: { ...ok, model: 'gpt-4' }, type: 'unknown_model', names: 'helene-1, adeline-1' },
  ])('refuses $why, naming $names', async ({ body, type, names }) => {
    const service = serviceInMemory()

    const answer = await refused(service, body)

    expect(answer).toMatchObject({ status: 400, type })
    expect(answer.message).toContain(names)
    expect([service.asked, service.receipts.size]).toEqual([[], 0])
  })

  it('lists what is deployed for a compressor that is not', async () => {
    expect(await refused(serviceInMemory({ available: ['helene-1'] }), { ...ok, model: 'adeline-1' })).toMatchObject({
      status: 400,
      type: 'unknown_model',
      available_models: ['helene-1'],
    })
  })

  it('judges key, entitlement, method and rate before the body', async () => {
    const bad = '{'
    expect(await refused(serviceInMemory(), bad, { headers: { 'x-service-auth-token': undefined } })).toMatchObject({
      status: 401,
    })
    expect(await refused(serviceInMemory({ account: { entitlements: ['proxy'] } }), bad)).toMatchObject({ status: 403 })
    expect(await refused(serviceInMemory(), bad, { method: 'GET' })).toMatchObject({
      status: 405,
      type: 'method_not_allowed',
    })
    expect(await refused(serviceInMemory(), ok, { headers: { 'x-service-session-id': 'x' } })).toMatchObject({
      status: 400,
    })
  })

  it('names the method that it takes', async () => {
    await expect(compress(serviceInMemory(), ok, { method: 'PUT' })).rejects.toMatchObject({
      details: { headers: { allow: 'POST' } },
    })
  })

  it('asks nobody for a caller whose limit is reached', async () => {
    const service = serviceInMemory({ account: { limits: { requestsPerMinute: 1 } } })
    await compress(service, ok)
    const asked = service.asked.length
    expect(await refused(service, ok)).toMatchObject({ status: 429 })
    expect(service.asked).toHaveLength(asked)
  })

  it('says 503 with Retry-After when the compressor is down, never the originals in silence', async () => {
    for (const [reached, receipts] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const service = serviceInMemory({
        compressor: () => {
          throw new CompressorFailed('down', reached)
        },
      })
      const answer = reached ? await compress(service, ok) : await refused(service, ok)
      expect(answer).toMatchObject({ status: 503 })
      if ('settle' in answer) {
        expect(answer.headers).toMatchObject({ 'retry-after': '5' })
        expect(JSON.parse(await received(answer))).toMatchObject({ error: { type: 'service_unavailable' } })
      }
      expect(service.receipts.size).toBe(receipts)
    }
  })

  it('says 503 when the compressor lies', async () => {
    const service = serviceInMemory({ compressor: () => ({ engine_version: 'x', results: [] }) })

    expect((await compress(service, ok)).status).toBe(503)
  })
})
