import { describe, expect, it } from 'vitest'
import type { CompactionPolicy } from '../../../core/access/policy.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { UpstreamFailed } from '../../../core/upstream/send.ts'
import {
  received,
  type ServiceInMemoryOptions,
  serviceInMemory,
  upstreamAnswer,
} from '../../../testkit/memory/service-in-memory.ts'

const pretty = '{\n  "a": 1\n}'
const body = JSON.stringify({
  model: 'claude-sonnet-4-5',
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'lookup', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: pretty }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'u', name: 'lookup', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'u', content: pretty.replace('1', '2') }] },
  ],
})
const usage =
  '{"usage":{"input_tokens":100,"cache_read_input_tokens":400,"cache_creation_input_tokens":500,"output_tokens":1}}'

const play = async (
  policy: Partial<CompactionPolicy>,
  headers: Readonly<Record<string, string>> = {},
  options: ServiceInMemoryOptions = {},
  sent = body,
) => {
  const service = serviceInMemory({
    account: { compaction: { mode: 'repeated', compressor: 'adeline-1', ...policy } },
    upstream: () => upstreamAnswer(200, [usage]),
    ...options,
  })
  const reply = await exchange(
    { name: 'messages', dialect: dialects.messages },
    service.deployment,
  )(service.request({ body: sent, headers }))
  const answer = await received(reply)
  const [receipt] = [...service.receipts.values()] as [Receipt]
  return { service, receipt, answer, forwarded: String(service.sent.at(-1)?.body) }
}

const textsOf = (forwarded: string): string[] =>
  JSON.parse(forwarded).messages.flatMap(({ content }: { content: unknown }) =>
    Array.isArray(content) ? content.filter(({ type }) => type === 'tool_result').map(({ content: text }) => text) : [],
  )

describe('compaction by mode', () => {
  it('repeated: lossless; behind the stream it is counted, and decided for later', async () => {
    const { forwarded, receipt, service } = await play({})

    expect(textsOf(forwarded)).toEqual(['{"a":1}', '{"a":2}'])
    expect(service.asked).toMatchObject([{ engine: 'lossless-2' }, { engine: 'adeline-1' }])
    expect(receipt).toMatchObject({
      outcome: 'compacted',
      losslessVersion: 'lossless-2',
      segmentsCompacted: 2,
      tokensSaved: 12,
      compactionMode: 'repeated',
      tokensBefore: 1012,
      tokensAfter: 1000,
      estimated: false,
    })
  })

  it.each(['repeated', 'arrival', 'observe'] as const)(
    '%s: whole where the provider is asked to clear results beyond a length',
    async (mode) => {
      const edits = [{ type: 'clear_tool_uses_20250919' }]
      const sent = JSON.stringify({ ...JSON.parse(body), context_management: { edits } })
      const { forwarded, receipt } = await play({ mode }, undefined, {}, sent)

      expect(forwarded).toBe(sent)
      expect(receipt).toMatchObject({ outcome: 'verbatim', reason: 'edited-by-provider', tokensSaved: 0 })
      expect(receipt.effectiveTokensBefore).toBe(receipt.effectiveTokensAfter)
    },
  )

  it.each(['repeated', 'arrival', 'observe'] as const)(
    '%s: whole where a block of the provider stands for what was said before it',
    async (mode) => {
      const { messages, ...around } = JSON.parse(body)
      const block = { role: 'assistant', content: [{ type: 'compaction', content: 'What was said.' }] }
      const asked = { role: 'user', content: 'Go on.' }
      const sent = JSON.stringify({ ...around, messages: [...messages, block, asked] })
      const { forwarded, receipt } = await play({ mode }, undefined, {}, sent)

      expect(forwarded).toBe(sent)
      expect(receipt).toMatchObject({ outcome: 'verbatim', reason: 'edited-by-provider', tokensSaved: 0 })
    },
  )

  it('shortens what stands behind a block that has taken the place of all before it', async () => {
    const { messages, ...around } = JSON.parse(body)
    const block = { role: 'assistant', content: [{ type: 'compaction', content: 'What was said.' }] }
    const { receipt } = await play(
      { mode: 'repeated' },
      undefined,
      {},
      JSON.stringify({ ...around, messages: [block, ...messages] }),
    )

    expect(receipt).toMatchObject({ outcome: 'compacted', tokensSaved: 12 })
  })

  it('tells as an estimate what a request saves whose provider may leave out some of it', async () => {
    const long = { ...JSON.parse(body), truncation: 'auto', metadata: { note: 'a'.repeat(250_001) } }
    const { receipt } = await play({ mode: 'repeated' }, undefined, {}, JSON.stringify(long))
    expect(receipt).toMatchObject({ outcome: 'compacted', tokensSaved: 12, estimated: true })
  })

  it.each([
    ['repeated', 'idempotency-key'],
    ['arrival', 'x-idempotency-key'],
    ['observe', 'idempotency-key'],
  ] as const)(
    '%s: whole where the client names the request by its %s, for its repetitions to be told',
    async (mode, name) => {
      const { forwarded, receipt } = await play({ mode }, { [name]: 'order-7' })

      expect(forwarded).toBe(body)
      expect(receipt).toMatchObject({ outcome: 'verbatim', reason: 'idempotency-key', tokensSaved: 0 })
    },
  )

  it.each(['repeated', 'arrival'] as const)('%s: whole where no result has its call, and it says so', async (mode) => {
    const parsed = JSON.parse(body)
    const uncalled = { ...parsed, messages: parsed.messages.filter(({ role }: { role: string }) => role === 'user') }
    const { forwarded, receipt } = await play({ mode }, undefined, {}, JSON.stringify(uncalled))

    expect(JSON.parse(forwarded)).toEqual(uncalled)
    expect(receipt).toMatchObject({ outcome: 'verbatim', reason: 'calls-not-in-body', tokensSaved: 0 })
  })

  it.each(['repeated', 'arrival', 'observe'] as const)(
    '%s: whole where its provider keeps the history, for what it brings now comes again',
    async (mode) => {
      const threaded = JSON.stringify({ ...JSON.parse(body), thread: { type: 'create' } })
      const { forwarded, receipt, service } = await play({ mode }, undefined, {}, threaded)

      expect(forwarded).toBe(threaded)
      expect(service.asked).toEqual([])
      expect(receipt).toMatchObject({ outcome: 'verbatim', tokensSaved: 0 })
    },
  )

  it('arrival: the engine’s mild form, with its version and rate; behind the stream it is asked for a deeper one', async () => {
    const { forwarded, receipt, service } = await play({ mode: 'arrival', compressor: 'helene-1', rate: 0.4 })

    expect(textsOf(forwarded)).toEqual(['{\n  "a', '{\n  "a'])
    expect(service.asked).toMatchObject([
      { engine: 'helene-1', rate: 0.4 },
      { engine: 'helene-1', rate: 0.4 },
    ])
    const [mild = 1, deep = 0] = service.asked.map(({ budget }) => budget)
    expect(mild).toBeLessThan(deep)
    expect(receipt).toMatchObject({
      outcome: 'compacted',
      engineVersion: 'helene-1.0.0',
      tokensSaved: 12,
      compactionMode: 'arrival',
    })
  })

  it('arrival: what the engine leaves alone still goes lossless', async () => {
    const { forwarded } = await play({ mode: 'arrival' }, undefined, {
      compressor: ({ texts }) => ({
        engine_version: 'x',
        results: texts.map(() => ({ abstained: 'too-short', tokens_before: 9 })),
      }),
    })

    expect(textsOf(forwarded)).toEqual(['{"a":1}', '{"a":2}'])
  })

  it('observe: decides behind the stream, forwards the original, and changes no total', async () => {
    const { forwarded, receipt } = await play({ mode: 'observe' })

    expect(forwarded).toBe(body)
    expect(receipt).toMatchObject({
      outcome: 'observed',
      engineVersion: 'adeline-1.0.0',
      segmentsCompacted: 2,
      tokensSaved: 12,
      tokensBefore: 1000,
      tokensAfter: 1000,
    })
  })

  it('off: does nothing', async () => {
    const { forwarded, receipt, service } = await play({ mode: 'off' })

    expect([forwarded, service.asked]).toEqual([body, []])
    expect(receipt).toMatchObject({ outcome: 'verbatim', tokensSaved: 0, model: 'claude-sonnet-4-5' })
  })

  it.each([
    { mode: 'repeated', header: 'off', outcome: 'verbatim', saved: 0 },
    { mode: 'arrival', header: 'off', outcome: 'verbatim', saved: 0 },
    { mode: 'repeated', header: 'observe', outcome: 'observed', saved: 12 },
    { mode: 'arrival', header: 'OBSERVE', outcome: 'observed', saved: 12 },
    { mode: 'off', header: 'observe', outcome: 'observed', saved: 12 },
  ] as const)('the header $header over $mode: the original, $outcome', async ({ mode, header, outcome, saved }) => {
    const { forwarded, receipt } = await play({ mode }, { 'x-service-compaction': header })

    expect(forwarded).toBe(body)
    expect(receipt).toMatchObject({ outcome, tokensSaved: saved, tokensBefore: 1000, tokensAfter: 1000 })
  })

  it('weighs what it saved at the price it would have had: the prefix as a cache read, the rest as what was not read', async () => {
    const { receipt } = await play({})

    const after = 100 + 400 * 0.1 + 500 * 1.25
    expect(receipt.effectiveTokensAfter).toBe(after)
    expect(receipt.effectiveTokensBefore).toBeCloseTo(after + 6 * 0.1 + 6 * ((100 + 500 * 1.25) / 600))
  })

  it('estimates, and says so, where the compressor gave a text back uncounted', async () => {
    const { receipt } = await play({}, undefined, {
      compressor: ({ texts }) => ({
        engine_version: 'lossless-2',
        results: texts.map(() => ({ abstained: 'engine-failed' as const, tokens_before: 0 })),
      }),
    })

    expect(receipt).toMatchObject({ outcome: 'compacted', tokensSaved: 2, estimated: true })
  })

  it.each([
    ['a sentence', 'please keep this secret'],
    ['a control sequence', 'gpt\u001b[2J'],
    ['too long', 'm'.repeat(129)],
  ])('a model that is %s is no name: it is forwarded, and kept nowhere', async (_why, model) => {
    const named = body.replace('claude-sonnet-4-5', JSON.stringify(model).slice(1, -1))
    const service = serviceInMemory({ upstream: () => upstreamAnswer(200, [usage]) })
    const reply = await exchange(
      { name: 'messages', dialect: dialects.messages },
      service.deployment,
    )(service.request({ body: named }))
    await received(reply)

    expect(JSON.parse(String(service.sent[0]?.body)).model).toBe(model)
    expect([...service.receipts.values()][0]).not.toHaveProperty('model')
    expect(JSON.stringify(service.logged)).not.toContain(JSON.stringify(model))
  })

  it('estimates, and says so, when the compressor cannot count', async () => {
    const { receipt, forwarded } = await play({}, undefined, {
      compressor: () => {
        throw new Error('dead')
      },
    })

    expect(textsOf(forwarded)).toEqual(['{"a":1}', '{"a":2}'])
    expect(receipt).toMatchObject({ outcome: 'compacted', tokensSaved: 2, estimated: true })
  })
})

describe('a compacted request that the provider rejects', () => {
  const answers = (...statuses: number[]) => {
    const left = [...statuses]
    return () => upstreamAnswer(left.shift() ?? 500, [usage])
  }

  it.each([400, 413, 422])('%i: goes out once more in its original form', async (status) => {
    const { service, receipt, forwarded } = await play({}, undefined, { upstream: answers(status, 200) })

    expect(service.sent).toHaveLength(2)
    expect(forwarded).toBe(body)
    expect(receipt).toMatchObject({
      status: 200,
      outcome: 'verbatim',
      reason: 'compacted-form-rejected',
      retriedVerbatim: true,
      tokensSaved: 0,
    })
    expect(service.receipts.size).toBe(1)
  })

  it.each(['unreachable', 'address-rejected'] as const)(
    'has its receipt when the original then finds nobody (%s): the first attempt was answered',
    async (kind) => {
      const left = [() => upstreamAnswer(400, [usage])]
      const upstream = () => {
        const answer = left.shift()
        if (answer === undefined) throw new UpstreamFailed(kind, false, 'gone')
        return answer()
      }
      const { receipt, service } = await play({}, undefined, { upstream })

      expect(receipt).toMatchObject({ status: 502, retriedVerbatim: true, reason: `upstream-${kind}` })
      expect(service.receipts.size).toBe(1)
    },
  )

  it('is relayed as refused when the original is refused too', async () => {
    const { service, receipt } = await play({}, undefined, { upstream: answers(400, 422) })

    expect(service.sent).toHaveLength(2)
    expect(receipt).toMatchObject({ status: 422, retriedVerbatim: true })
  })

  it.each([401, 403, 404, 429, 500, 529])('%i: is never repeated', async (status) => {
    expect((await play({}, undefined, { upstream: answers(status) })).service.sent).toHaveLength(1)
  })

  it('an original that is rejected is never repeated', async () => {
    expect((await play({ mode: 'off' }, undefined, { upstream: answers(400) })).service.sent).toHaveLength(1)
  })
})
