import { describe, expect, it } from 'vitest'
import { setAlarm } from '../../../adapters/alarm.ts'
import { type CompactionInput, compact, realSteps, type Steps } from '../../../core/compaction/compact.ts'
import { decisionMemory } from '../../../core/compaction/memory.ts'
import type { CompressionResult } from '../../../core/compressor/contract.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange.ts'
import { scanJson } from '../../../core/json/scan.ts'
import { CompressorFailed } from '../../../core/ports.ts'
import {
  type AnswerCompression,
  halvingCompressor,
  received,
  type WorldOptions,
  world,
} from '../../fakes/deployment.ts'

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

const input = (
  answer: AnswerCompression = halvingCompressor,
  depth: 'lossless' | 'lossy' = 'lossy',
): CompactionInput => {
  const tape = scanJson(body)
  if (tape === undefined) throw new Error('not JSON')
  return {
    tape,
    dialect: dialects.messages,
    plan: { depth, forwards: true, compressor: 'adeline-1' },
    compressor: { available: ['adeline-1'], compress: async (request, signal) => answer(request, signal) },
    memory: decisionMemory(),
    deadline: () => setAlarm(50),
  }
}

describe('when nothing fails', () => {
  it('goes lossless by default and lossy on arrival', async () => {
    expect((await compact(input(undefined, 'lossless'))).body).toBe(lossless)
    const lossy = await compact(input())
    expect(lossy).toMatchObject({ outcome: 'compacted', engineVersion: 'adeline-1.0.0' })
    expect(lossy.body.length).toBeLessThan(body.length)
  })
})

describe('each step, made to throw', () => {
  it.each([
    { step: 'read', depth: 'lossless' },
    { step: 'shorten', depth: 'lossless' },
    { step: 'decide', depth: 'lossy' },
    { step: 'rewrite', depth: 'lossless' },
  ] as { step: keyof Steps; depth: 'lossless' | 'lossy' }[])('$step', async ({ step, depth }) => {
    const compacted = await compact(input(undefined, depth), { ...realSteps, [step]: fail })

    expect(compacted).toMatchObject({ body, outcome: 'failed-open', reason: `${step}-failed` })
    expect(await compacted.savings(AbortSignal.abort())).toMatchObject({ tokensSaved: 0 })
  })
})

describe('each step, made to lie', () => {
  const edit = (change: (text: string) => string): Partial<Steps> => ({
    rewrite: (tape, edits) => change(realSteps.rewrite(tape, edits)),
  })
  it.each([
    {
      why: 'read names a node that is no value',
      steps: {
        read: (_, tape) => ({
          tape,
          lastAssistant: 1,
          segments: [{ node: 1, message: 2, text: '{ "a": 1 }' }],
        }),
      },
    },
    {
      why: 'read gives the wrong text',
      steps: {
        read: (dialect, tape) => ({
          ...realSteps.read(dialect, tape),
          segments: [{ node: 2, message: 2, text: '{ "a": 1 }' }],
        }),
      },
    },
    { why: 'shorten keeps what is not there', steps: { shorten: (segment) => ({ segment, kept: [[0, 9_999]] }) } },
    {
      why: 'shorten keeps backwards',
      steps: {
        shorten: (segment) => ({
          segment,
          kept: [
            [9, 12],
            [0, 3],
          ],
        }),
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
    const compacted = await compact(input(undefined, 'lossless'), { ...realSteps, ...steps })

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
  ] as { why: string; answer: AnswerCompression }[])('$why: the text goes whole', async ({ answer }) => {
    const compacted = await compact(input(answer))

    expect(compacted).toMatchObject({ body, outcome: 'failed-open', reason: 'compressor-failed' })
  })

  it('hangs, heeding no signal: the text goes whole after the deadline', async () => {
    const started = performance.now()

    const compacted = await compact(input(() => new Promise(() => {})))

    expect(compacted).toMatchObject({ body, outcome: 'failed-open', reason: 'compressor-timeout' })
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('is asked once for a text that it has decided', async () => {
    let calls = 0
    const shared = input((request, signal) => {
      calls += 1
      return halvingCompressor(request, signal)
    })
    const [first, second] = [await compact(shared), await compact(shared)]

    expect(calls).toBe(1)
    expect(second.body).toBe(first.body)
  })
})

describe('the whole exchange, while compaction fails', () => {
  const arrival: WorldOptions['account'] = { compaction: { mode: 'arrival', compressor: 'adeline-1' } }

  it.each([
    { why: 'the compressor is dead', compressor: fail },
    { why: 'the compressor hangs', compressor: () => new Promise<never>(() => {}) },
  ])('$why: the original goes through, accounted as such', async ({ compressor }) => {
    const house = world({ account: arrival, compressor, arrivalMilliseconds: 30 })

    const reply = await exchange(
      { name: 'messages', dialect: dialects.messages },
      house.deployment,
    )(house.request({ body }))

    expect(reply.status).toBe(200)
    expect(house.sent[0]?.body).toBe(body)
    await received(reply)
    expect([...house.receipts.values()]).toMatchObject([
      { outcome: 'failed-open', tokensSaved: 0, segmentsCompacted: 0 },
    ])
    expect(house.measured).toMatchObject([{ FailedOpen: 1 }])
    expect(JSON.stringify([...house.logged, ...house.receipts.values()])).not.toContain('canary')
  })
})
