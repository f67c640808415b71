import { describe, expect, it } from 'vitest'
import { setAlarm } from '../../../adapters/process/alarm.ts'
import { anthropicPrices, cachePricesOf } from '../../../core/caches/rows.ts'
import type { ReadPrefix } from '../../../core/chain/identity/read-prefixes.ts'
import { rememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import { backgroundSlots } from '../../../core/compaction/background/background-slots.ts'
import { compact } from '../../../core/compaction/compact.ts'
import type { CompactionInput } from '../../../core/compaction/compaction.ts'
import { decisionMemory } from '../../../core/compaction/decision/memory.ts'
import { read } from '../../../core/compaction/reading.ts'
import { realSteps, type Steps } from '../../../core/compaction/steps.ts'
import { CompressorFailed } from '../../../core/compressor/compressor.ts'
import type { CompressionResult } from '../../../core/compressor/contract.ts'
import type { Dialect } from '../../../core/dialects/dialect.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import { scanJson } from '../../../core/json/scan.ts'
import type { SetAlarm } from '../../../core/runtime/alarm.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'
import {
  type AnswerCompression,
  halvingCompressor,
  received,
  type ServiceInMemoryOptions,
  serviceInMemory,
} from '../../../testkit/memory/service-in-memory.ts'

const result = (text: string) => ({ type: 'tool_result', tool_use_id: 't1', content: text })
const body = JSON.stringify({
  model: 'claude-sonnet-4-5',
  system: 'never touched',
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'lookup', input: {} }] },
    { role: 'user', content: [result('{\n  "a": 1,\n  "b": [1, 2]\n}')] },
  ],
})
const lossless = body.replace(String.raw`{\n  \"a\": 1,\n  \"b\": [1, 2]\n}`, String.raw`{\"a\":1,\"b\":[1,2]}`)

const fail = (): never => {
  throw new Error('a canary sentence')
}

type Read = Dialect['read']

const pace = { elapsed: () => 0, turn: async () => {} }

const input = async (
  answer: AnswerCompression = halvingCompressor,
  mode: 'repeated' | 'arrival' = 'arrival',
  change: { readonly read?: Read; readonly chainSecret?: string } = {},
): Promise<CompactionInput> => {
  const tape = scanJson(body)
  if (tape === undefined) throw new Error('not JSON')
  const reading = await read({
    tape,
    path: '/v1/messages',
    dialect: { ...dialects.messages, read: change.read ?? dialects.messages.read },
    policy: { mode, compressor: 'adeline-1' },
    header: undefined,
    chainSecret: change.chainSecret ?? Buffer.alloc(32).toString('base64'),
    chains: rememberedChains(memoryChains()),
    upstreamHost: 'api.anthropic.com',
    cachePrices: (model) => cachePricesOf(anthropicPrices, model, false),
    now: 0,
    pace,
  })
  return {
    reading,
    compressor: { available: ['adeline-1'], compress: async (request, signal) => answer(request, signal) },
    memory: decisionMemory(),
    owner: 'acme',
    backgroundSlots: backgroundSlots().of('acme'),
    chains: rememberedChains(memoryChains()),
    deadline: () => setAlarm(50),
    pace,
  }
}

describe('when nothing fails', () => {
  it('goes lossless by default and lossy on arrival', async () => {
    expect((await compact(await input(undefined, 'repeated'))).body).toBe(lossless)
    const lossy = await compact(await input())
    expect(lossy).toMatchObject({ outcome: 'compacted', engineVersion: 'adeline-1.0.0' })
    expect(lossy.body.length).toBeLessThan(body.length)
  })
})

describe('each step, made to throw', () => {
  it.each([
    { step: 'shorten', mode: 'repeated' },
    { step: 'decide', mode: 'arrival' },
    { step: 'rewrite', mode: 'repeated' },
  ] as { step: keyof Steps; mode: 'repeated' | 'arrival' }[])('$step', async ({ step, mode }) => {
    const compacted = await compact(await input(undefined, mode), { ...realSteps, [step]: fail })

    expect(compacted).toMatchObject({ body, outcome: 'failed-open', reason: `${step}-failed` })
    expect(compacted).not.toHaveProperty('sent')
    expect((await compacted.decideInBackground(AbortSignal.abort())).savings).toMatchObject({ tokensSaved: 0 })
  })

  it.each([
    { step: 'read', change: { read: fail } },
    { step: 'recognise', change: { chainSecret: 'too short' } },
  ])('$step', async ({ step, change }) => {
    const compacted = await compact(await input(undefined, 'repeated', change))

    expect(compacted).toMatchObject({ body, outcome: 'failed-open', reason: `${step}-failed` })
  })
})

describe('each step, made to lie', () => {
  const edit = (change: (text: string) => string): Partial<Steps> => ({
    rewrite: (tape, edits) => change(String(realSteps.rewrite(tape, edits))),
  })
  const segmentAt = (node: number): Read =>
    function* (tape) {
      return { ...(yield* dialects.messages.read(tape)), segments: [{ node, message: 2, text: '{ "a": 1 }' }] }
    }

  it.each([
    { why: 'read names a node that is no value', node: 1 },
    { why: 'read gives the wrong text', node: 2 },
  ])('$why', async ({ node }) => {
    const compacted = await compact(await input(undefined, 'repeated', { read: segmentAt(node) }))

    expect(compacted).toMatchObject({ body, outcome: 'failed-open', reason: 'rewrite-failed' })
  })

  it.each([
    { why: 'shorten keeps what is not there', steps: { shorten: () => [[0, 9_999]] } },
    {
      why: 'shorten keeps backwards',
      steps: {
        shorten: () => [
          [9, 12],
          [0, 3],
        ],
      },
    },
    { why: 'rewrite changes a key', steps: edit((text) => text.replace('"model"', '"m0del"')) },
    { why: 'rewrite touches the system text', steps: edit((text) => text.replace('never', 'always')) },
    { why: 'rewrite touches a value of the same length', steps: edit((text) => text.replace('"go"', '"no"')) },
    { why: 'rewrite drops a message', steps: edit((text) => text.replace('{"role":"user","content":"go"},', '')) },
    {
      why: 'rewrite adds to the edited text',
      steps: edit((text) => text.replace(String.raw`\"a\"`, String.raw`\"added\"`)),
    },
    { why: 'rewrite returns no JSON', steps: edit((text) => text.slice(1)) },
    { why: 'rewrite returns something else', steps: edit(() => '{}') },
    { why: 'rewrite changes whitespace', steps: edit((text) => text.replace('"model":', '"model": ')) },
  ] as { why: string; steps: Partial<Steps> }[])('$why', async ({ steps }) => {
    const compacted = await compact(await input(undefined, 'repeated'), { ...realSteps, ...steps })

    expect(compacted).toMatchObject({ body, outcome: 'failed-open', reason: 'rewrite-failed' })
  })
})

const kept = (spans: [number, number][]): CompressionResult => ({
  kept: spans,
  tokens_before: 10,
  tokens_after: 1,
  rate_reached: 0.9,
  floor_reached: false,
})

describe('the compressor on arrival', () => {
  it.each([
    { why: 'throws', answer: fail },
    { why: 'refuses', answer: () => Promise.reject(new CompressorFailed('503', true)) },
    { why: 'answers for no text', answer: () => ({ engine_version: 'x', results: [] }) },
    {
      why: 'answers for one text too many',
      answer: () => ({ engine_version: 'x', results: [kept([[0, 1]]), kept([[0, 1]])] }),
    },
    { why: 'keeps what is not there', answer: () => ({ engine_version: 'x', results: [kept([[0, 9_999]])] }) },
    { why: 'keeps nothing at all', answer: () => ({ engine_version: 'x', results: [kept([])] }) },
    {
      why: 'keeps overlapping spans',
      answer: () => ({
        engine_version: 'x',
        results: [
          kept([
            [0, 5],
            [3, 8],
          ]),
        ],
      }),
    },
    { why: 'keeps fractions', answer: () => ({ engine_version: 'x', results: [kept([[0.5, 3]])] }) },
  ] as { why: string; answer: AnswerCompression }[])(
    '$why: the text goes as it would without it',
    async ({ answer }) => {
      const compacted = await compact(await input(answer))

      expect(compacted).toMatchObject({ body: lossless, outcome: 'failed-open', reason: 'compressor-failed' })
    },
  )

  it('hangs, heeding no signal: the text goes as it would without it after the deadline', async () => {
    const started = performance.now()

    const compacted = await compact(await input(() => new Promise(() => {})))

    expect(compacted).toMatchObject({ body: lossless, outcome: 'failed-open', reason: 'compressor-timeout' })
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('is asked once for a text that it has decided', async () => {
    let calls = 0
    const shared = await input((request, signal) => {
      calls += 1
      return halvingCompressor(request, signal)
    })
    const [first, second] = [await compact(shared), await compact(shared)]

    expect(calls).toBe(1)
    expect(second.body).toBe(first.body)
  })
})

describe('the whole exchange, while compaction fails', () => {
  const none = Buffer.alloc(0)
  const emptyFrame = { texts: none, settings: none, tools: none, hasTools: false, pictures: 0 }
  const farBehind: ReadPrefix = {
    scanned: { end: 2 ** 40, cells: new Int32Array(4), list: 0, hasColours: false, isSpelledPlainly: true },
    digests: { states: new Map(), said: new Map(), frame: emptyFrame },
    messages: 1,
    frameOf: () => undefined,
  }

  it.each([
    { why: 'what was read before cannot be looked for', find: fail },
    { why: 'the body cannot be scanned', find: () => farBehind },
  ])('$why: the original goes through, accounted as such', async ({ find }) => {
    const service = serviceInMemory()
    const prefixes = { ...service.deployment.prefixes, find }
    const route = { name: 'messages', dialect: dialects.messages }

    const reply = await exchange(route, { ...service.deployment, prefixes })(service.request({ body }))

    expect(reply.status).toBe(200)
    expect(String(service.sent[0]?.body)).toBe(body)
    await received(reply)
    expect([...service.receipts.values()]).toMatchObject([{ outcome: 'failed-open', reason: 'read-failed' }])
  })

  const arrival: ServiceInMemoryOptions['account'] = { compaction: { mode: 'arrival', compressor: 'adeline-1' } }

  it.each([
    { why: 'the compressor is dead', compressor: fail },
    { why: 'the compressor hangs', compressor: () => new Promise<never>(() => {}) },
  ])('$why: the lossless form goes through, accounted as such', async ({ compressor }) => {
    // A twentieth of every deadline: what is asked for behind the stream would take two seconds to be given up.
    const waits: number[] = []
    const alarm: SetAlarm = (milliseconds) => {
      waits.push(milliseconds)
      return setAlarm(milliseconds / 20)
    }
    const service = serviceInMemory({ account: arrival, compressor, arrivalMilliseconds: 600, ports: { alarm } })

    const reply = await exchange(
      { name: 'messages', dialect: dialects.messages },
      service.deployment,
    )(service.request({ body }))

    expect(reply.status).toBe(200)
    expect(String(service.sent[0]?.body)).toBe(lossless)
    await received(reply)
    expect([...service.receipts.values()]).toMatchObject([
      { outcome: 'failed-open', segmentsCompacted: 1, estimated: true },
    ])
    expect(service.measured).toMatchObject([{ FailedOpen: 1 }])
    expect(JSON.stringify([...service.logged, ...service.receipts.values()])).not.toContain('canary')
    // Since the answer began, which took a moment.
    expect(waits.filter((milliseconds) => milliseconds > 1_000 && milliseconds <= 2_000)).toHaveLength(1)
  })
})
