// Receipts attribute by attribute: what an exchange of each kind says, and what it leaves out.

import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CompressorFailed } from '../../../../core/compressor/compressor.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { routeOfDialect } from '../../../../core/exchange/deployment.ts'
import { compressTranscript } from '../../../../core/exchange/direct/direct-compress.ts'
import { exchange } from '../../../../core/exchange/exchange.ts'
import type { Receipt } from '../../../../core/ledger/receipt.ts'
import { losslessVersion } from '../../../../core/lossless/lossless.ts'
import { UpstreamFailed } from '../../../../core/upstream/send.ts'
import {
  type AnswerCompression,
  noon,
  received,
  type ServiceInMemory,
  type ServiceInMemoryOptions,
  serviceInMemory,
  upstreamAnswer,
} from '../../../../testkit/memory/service-in-memory.ts'
import { type Change, messages } from '../exchanging.ts'

const id = '01KAGFZ0000000000000000000'
const session = '0f8fad5b-d9cb-469f-a165-70867728950e'
const steps = ['authenticate', 'limit', 'read', 'recognise', 'compact', 'forward', 'relay']

const headOf = ({ key }: ServiceInMemory) => ({
  accountId: 'acme',
  exchangeId: id,
  receivedAt: new Date(noon).toISOString(),
  settledAt: new Date(noon).toISOString(),
  keyId: key.keyId,
})

/** The only receipt, without the times of its steps, and the names of those. */
const receiptIn = ({
  receipts,
}: ServiceInMemory): readonly [Omit<Receipt, 'millisecondsPerStep'>, readonly string[]] => {
  expect(receipts.size).toBe(1)
  const { millisecondsPerStep, ...receipt } = [...receipts.values()][0] as Receipt
  return [receipt, Object.keys(millisecondsPerStep)]
}

const upstreamOf = ({ sent }: ServiceInMemory) => ({
  upstreamHost: sent[0]?.origin.replace('https://', ''),
  upstreamKeyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
})

const compress = (service: ServiceInMemory, body: object, change: Change = {}) =>
  compressTranscript(service.deployment)(
    service.request({ path: '/v1/compress', body: JSON.stringify({ model: 'adeline-1', ...body }), ...change }),
  )
const toShorten = { messages: ['abcdefgh', 'abc'].map((content) => ({ role: 'user', content })) }

const blanksToDelete = JSON.stringify({
  model: 'claude-opus-4-6',
  messages: [
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'list', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: '{ "a" :   [ 1,    2 ] }' }] },
  ],
})

describe('the whole receipt', () => {
  it('of an exchange that nothing was done about', async () => {
    const usage =
      '{"usage":{"input_tokens":10,"cache_read_input_tokens":90,"cache_creation_input_tokens":0,"output_tokens":5}}'
    const service = serviceInMemory({ upstream: () => upstreamAnswer(200, [usage]) })
    await received(await messages(service, { headers: { 'x-claude-code-session-id': session } }))
    expect(receiptIn(service)).toEqual([
      {
        ...headOf(service),
        ...upstreamOf(service),
        ...{ sessionId: session, client: 'claude-code', route: 'messages', provider: 'anthropic' },
        ...{
          model: 'claude-sonnet-4-5',
          compactionMode: 'repeated',
          losslessVersion,
          outcome: 'verbatim',
          status: 200,
        },
        ...{ segmentsCompacted: 0, tokensSaved: 0, tokensBefore: 100, tokensAfter: 100 },
        ...{ effectiveTokensBefore: 19, effectiveTokensAfter: 19, cacheRewriteTokens: 0 },
        usage: {
          ...{ inputTokens: 100, cacheReadTokens: 90, cacheWriteTokens: 0, cacheWriteLongTokens: 0 },
          outputTokens: 5,
        },
        ...{ estimated: false, retriedVerbatim: false },
      },
      steps,
    ])
  })

  it('of what passes through counts no tokens, and nothing of it is sent twice', async () => {
    const service = serviceInMemory({ upstream: () => upstreamAnswer(400, ['{"usage":{"input_tokens":10}}']) })
    const pass = exchange(routeOfDialect(dialects.messages), service.deployment)
    await received(await pass(service.request({ path: '/anthropic/v1/files', body: 'x'.repeat(400) })))
    expect(receiptIn(service)).toEqual([
      {
        ...headOf(service),
        ...upstreamOf(service),
        ...{ route: 'pass-through', provider: 'anthropic', outcome: 'verbatim', status: 400 },
        ...{ segmentsCompacted: 0, tokensSaved: 0, cacheRewriteTokens: 0, estimated: false, retriedVerbatim: false },
      },
      steps.filter((step) => step !== 'read'),
    ])
    expect(service.sent).toHaveLength(1)
    const accepted = serviceInMemory()
    await received(
      await exchange(
        routeOfDialect(dialects.messages),
        accepted.deployment,
      )(accepted.request({ path: '/anthropic/v1/files', body: 'x'.repeat(400) })),
    )
    expect(receiptIn(accepted)[0]).not.toHaveProperty('tokensBefore')
  })

  it.each(['GET', 'HEAD', 'DELETE'])('of %s on a path that is compacted for POST counts no tokens', async (method) => {
    const service = serviceInMemory({ upstream: () => upstreamAnswer(200, ['{"usage":{"input_tokens":10}}']) })
    await received(await messages(service, { method, body: '' }))
    expect(receiptIn(service)).toEqual([
      {
        ...headOf(service),
        ...upstreamOf(service),
        ...{ route: 'messages', provider: 'anthropic', outcome: 'verbatim', status: 200 },
        ...{ segmentsCompacted: 0, tokensSaved: 0, cacheRewriteTokens: 0, estimated: false, retriedVerbatim: false },
      },
      steps.filter((step) => step !== 'read'),
    ])
  })

  it.each([
    { what: 'a GET', change: { method: 'GET', body: '' }, reason: undefined },
    { what: 'a path beside one', change: { path: '/anthropic/v1/message' }, reason: 'path-not-compacted' },
    { what: 'an encoded body', change: { headers: { 'content-encoding': 'zstd' } }, reason: 'body-encoded' },
  ] as { what: string; change: Change; reason?: string }[])('of $what says why it was not read', async (one) => {
    const { change, reason } = one
    const service = serviceInMemory()
    const asked = service.request({ path: '/anthropic/v1/messages', ...change })
    await received(await exchange(routeOfDialect(dialects.messages), service.deployment)(asked))
    expect(receiptIn(service)[0].reason).toBe(reason)
  })

  it('of an upstream that broke before it answered says so, and charges nothing', async () => {
    const upstream = (): never => {
      throw new UpstreamFailed('broken', true, 'gone')
    }
    const service = serviceInMemory({ upstream })
    await received(await messages(service, { left: new AbortController().signal }))
    const [receipt] = receiptIn(service)
    expect(receipt).toMatchObject({ outcome: 'verbatim', reason: 'upstream-broken', status: 502, tokensSaved: 0 })
    expect(receipt).not.toHaveProperty('tokensBefore')
  })

  it('of a client that left says so, and its upstream is left as well', async () => {
    const left = new AbortController()
    const upstream: ServiceInMemoryOptions['upstream'] = (_outbound, signal) => {
      left.abort()
      throw new UpstreamFailed('broken', signal.aborted, 'gone')
    }
    const service = serviceInMemory({ upstream })
    await received(await messages(service, { left: left.signal }))
    expect(receiptIn(service)[0]).toMatchObject({ outcome: 'cut', reason: 'client-left', status: 499 })
  })

  it('names no model where the client has put a key of this exchange in its place', async () => {
    const given = { 'x-api-key': 'sk-first', authorization: 'Bearer sk-second' }
    for (const [model, headers] of [
      [serviceInMemory().secret, {}],
      [`proxy/${serviceInMemory().secret}`, {}],
      ['sk-first', given],
      ['sk-second', given],
      ['sk-third', { ...given, 'x-service-upstream-key': 'sk-third' }],
      ['openai/sk-0123456789abcdef', { authorization: 'Bearer sk-0123456789abcdef' }],
    ] as const) {
      const service = serviceInMemory()
      await received(await messages(service, { headers, body: JSON.stringify({ model, messages: [] }) }))
      expect(receiptIn(service)[0]).toMatchObject({ route: 'messages', status: 200 })
      expect(JSON.stringify([...service.receipts.values(), service.logged])).not.toContain(model)
    }
  })

  it('names a model of whose name the word is a part that its upstream takes for a key', async () => {
    const service = serviceInMemory()
    const body = JSON.stringify({ model: 'local/llama', messages: [] })
    await received(await messages(service, { headers: { 'x-api-key': 'local' }, body }))
    expect(receiptIn(service)[0]).toMatchObject({ model: 'local/llama' })
  })

  it('of a JSON answer that broke says cut', async () => {
    const service = serviceInMemory({ upstream: () => upstreamAnswer(200, ['{"usage":', new Error('reset')]) })
    await expect(received(await messages(service))).rejects.toThrow('reset')
    expect(receiptIn(service)[0]).toMatchObject({ outcome: 'cut', status: 200, estimated: true })
  })

  it('of a refusal for which its provider counts tokens tells what was deleted as it tells what is left', async () => {
    const answer = '{"type":"error","usage":{"input_tokens":1000,"output_tokens":0}}'
    const service = serviceInMemory({ upstream: () => upstreamAnswer(401, [answer]) })
    await received(await messages(service, { body: blanksToDelete }))
    const [{ status, tokensBefore = 0, tokensAfter, tokensSaved }] = receiptIn(service)
    expect({ status, tokensAfter }).toEqual({ status: 401, tokensAfter: 1000 })
    expect(tokensSaved).toBeGreaterThan(0)
    expect(tokensBefore - tokensSaved).toBe(tokensAfter)
  })

  it('of an observed answer that broke says that nothing was deleted: no outcome tells that something could have gone', async () => {
    const service = serviceInMemory({ upstream: () => upstreamAnswer(200, ['{"usage":', new Error('reset')]) })
    const headers = { 'x-service-compaction': 'observe' }
    await expect(received(await messages(service, { headers, body: blanksToDelete }))).rejects.toThrow('reset')
    expect(receiptIn(service)[0]).toMatchObject({ outcome: 'cut', segmentsCompacted: 0, tokensSaved: 0 })
  })

  it('of a compressed transcript', async () => {
    const service = serviceInMemory()
    await received(
      await compress(service, { ...toShorten, compression_rate: 0.33333 }, { headers: { 'session-id': session } }),
    )
    expect(receiptIn(service)).toEqual([
      {
        ...headOf(service),
        ...{ sessionId: session, client: 'codex', route: 'compress', model: 'adeline-1' },
        ...{ engineVersion: 'adeline-1.0.0', outcome: 'compacted', status: 200, segmentsCompacted: 1 },
        ...{ tokensSaved: 4, tokensBefore: 11, tokensAfter: 7, effectiveTokensBefore: 11, effectiveTokensAfter: 7 },
        ...{ cacheRewriteTokens: 0, estimated: false, rateAsked: 0.3333, rateReached: 0.3636, floorReached: false },
      },
      ['authenticate', 'limit', 'read', 'compress'],
    ])
  })

  it('of a compressor that failed once it was asked', async () => {
    const compressor = (): never => {
      throw new CompressorFailed('down', true)
    }
    const service = serviceInMemory({ compressor })
    await received(await compress(service, toShorten))
    expect(receiptIn(service)).toEqual([
      {
        ...headOf(service),
        ...{ route: 'compress', model: 'adeline-1', outcome: 'verbatim', reason: 'compressor-failed', status: 503 },
        ...{ segmentsCompacted: 0, tokensSaved: 0, tokensBefore: 0, tokensAfter: 0 },
        ...{ effectiveTokensBefore: 0, effectiveTokensAfter: 0, cacheRewriteTokens: 0, estimated: true },
        floorReached: false,
      },
      ['authenticate', 'limit', 'read', 'compress'],
    ])
  })
})

it('the receipt of a transcript whose time was over before the compressor answered says so', async () => {
  const compressor: AnswerCompression = (_request, signal) =>
    once(signal, 'abort').then(() => Promise.reject(new CompressorFailed('late', true)))
  const service = serviceInMemory({ compressor })
  await received(await compress(service, toShorten, { deadline: noon + 5_010 }))
  expect(receiptIn(service)[0]).toMatchObject({ reason: 'compressor-timeout', status: 503 })
})

it('the receipt of texts that a compressor leaves as they are says verbatim', async () => {
  const whole = { kept: [[0, 8]] as [number, number][], tokens_before: 2, tokens_after: 2, rate_reached: 0 }
  const compressor = () => ({ engine_version: 'e', results: [{ ...whole, floor_reached: true }] })
  const service = serviceInMemory({ compressor })
  await received(await compress(service, { messages: [{ role: 'user', content: 'abcdefgh' }], compression_rate: 0 }))
  const expected = { outcome: 'verbatim', segmentsCompacted: 0, tokensSaved: 0, rateAsked: 0, floorReached: true }
  expect(receiptIn(service)[0]).toMatchObject(expected)
})

describe('a receipt', () => {
  it('stands in the ledger when its exchange is settled: nothing runs afterwards', async () => {
    const written: string[] = []
    const ports = { ledger: { put: async ({ route }: Receipt) => after(20).then(() => void written.push(route)) } }
    await received(await messages(serviceInMemory({ ports })))
    expect(written).toEqual(['messages'])
    await received(await compress(serviceInMemory({ ports }), toShorten))
    expect(written).toEqual(['messages', 'compress'])
  })

  it('has five seconds left, whatever the upstream or the compressor does, and no alarm is left behind', async () => {
    const alarms: number[] = []
    const waiting = new Set<object>()
    const { alarm } = serviceInMemory().deployment.ports
    const ports: ServiceInMemoryOptions['ports'] = {
      alarm: (milliseconds) => {
        const own = alarm(milliseconds)
        alarms.push(milliseconds)
        waiting.add(own)
        const clear = (): void => {
          waiting.delete(own)
          own.clear()
        }
        return { signal: own.signal, clear }
      },
    }
    const service = serviceInMemory({ ports })
    const silent = serviceInMemory({
      ports,
      upstream: () => {
        throw new UpstreamFailed('timeout', false, 'gone')
      },
    })
    const chosen = { 'x-service-upstream-url': 'https://gw.example.com' }
    for (const deadline of [noon + 20_000, noon + 900_000]) {
      await received(await compress(service, toShorten, { deadline }))
      await received(await messages(service, { deadline }))
      await received(await messages(silent, { deadline, headers: chosen }))
    }
    expect(alarms).toEqual([15_000, 15_000, 15_000, 120_000, 55_000, 895_000, 895_000, 120_000])
    expect([...waiting]).toEqual([])
  })
})
