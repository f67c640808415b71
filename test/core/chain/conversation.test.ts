// A conversation's requests through the pipeline, one after another: what each of them sends because of what the last one left.

import { describe, expect, it } from 'vitest'
import type { CompactionPolicy } from '../../../core/access/policy.ts'
import { rememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../core/chain/record/store.ts'
import type { CompressionReply } from '../../../core/compressor/contract.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'
import {
  type AnswerCompression,
  halvingCompressor,
  noon,
  received,
  serviceInMemory,
  upstreamAnswer,
} from '../../../testkit/memory/service-in-memory.ts'
import { cachingProvider } from '../../../testkit/provider/caching-provider.ts'
import { chat } from '../exchange/exchanging.ts'
import { statesIn } from './records.ts'

const minute = 60_000
const long = (word: string): string => Array.from({ length: 600 }, (_, index) => `${word}${index}`).join(' ')

/** Long enough that every prompt is cached. */
const frame = 'frame '.repeat(600)

interface Call {
  readonly tool?: string
  readonly input?: object
  readonly answer: string
}

const messagesBody = (calls: readonly Call[], extra: object = {}): string =>
  JSON.stringify({
    model: 'claude-opus-5',
    ...extra,
    messages: [
      { role: 'user', content: `go ${frame}` },
      ...calls.flatMap(({ tool = 'lookup', input = {}, answer }, turn) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: `t${turn}`, name: tool, input }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: `t${turn}`, content: answer, cache_control: { type: 'ephemeral' } },
          ],
        },
      ]),
    ],
  })

/** A service whose clock and policy a test sets, and whose upstream answers with the statuses given, then with 200. */
const service = (policy: Partial<CompactionPolicy> = {}, compressor: AnswerCompression = halvingCompressor) => {
  const records = new Map<string, StoredRecord>()
  const provider = cachingProvider()
  const state = { now: noon, policy: { mode: 'repeated', compressor: 'adeline-1', ...policy } as CompactionPolicy }
  const statuses: number[] = []
  const asked: { engine: string; texts: readonly string[] }[] = []

  const ask = async (
    body: string,
    headers: Record<string, string | undefined> = {},
    dialect: keyof typeof dialects = 'messages',
  ) => {
    const one = serviceInMemory({
      account: { compaction: state.policy },
      compressor,
      upstream: (outbound) => {
        const status = statuses.shift() ?? 200
        const usage = dialect === 'messages' ? provider.usage(String(outbound.body), state.now) : {}
        return upstreamAnswer(status, [JSON.stringify(status === 200 ? { usage } : { error: {} })])
      },
      ports: { chains: rememberedChains(memoryChains(records)), now: () => state.now },
    })
    const request = { ...(dialect === 'messages' ? {} : chat), body, receivedAt: state.now }
    const all = dialect === 'messages' ? headers : { ...chat.headers, ...headers }
    const line = exchange({ name: dialect, dialect: dialects[dialect] }, one.deployment)
    await received(await line(one.request({ ...request, headers: all })))
    asked.push(...one.asked)
    const [receipt] = [...one.receipts.values()] as [Receipt]
    return { forwarded: String(one.sent.at(-1)?.body), sent: one.sent.length, receipt }
  }
  const states = () => statesIn(records)
  return { ask, state, statuses, asked, states }
}

const answersIn = (forwarded: string): string[] =>
  JSON.parse(forwarded).messages.flatMap(({ content }: { content: unknown }) =>
    Array.isArray(content) ? content.filter(({ type }) => type === 'tool_result').map(({ content: text }) => text) : [],
  )
const half = (text: string): string => text.slice(0, Math.ceil(text.length / 2))

describe('in the mode repeated', () => {
  const [a, b, c] = [long('a'), long('b'), long('c')].map((answer): Call => ({ answer })) as [Call, Call, Call]

  it('text is sent whole once, decided behind the stream, and goes lossy when the cache is cold', async () => {
    const { ask, state, asked } = service()
    expect((await ask(messagesBody([a]))).forwarded).toBe(messagesBody([a]))
    expect(asked.map(({ engine }) => engine)).toContain('adeline-1')

    state.now += 10 * minute
    const { forwarded, receipt } = await ask(messagesBody([a, b]))
    expect(answersIn(forwarded)).toEqual([half(a.answer), b.answer])
    expect(receipt).toMatchObject({ outcome: 'compacted', engineVersion: 'adeline-1.0.0', cacheRewriteTokens: 0 })

    state.now += minute
    expect(answersIn((await ask(messagesBody([a, b, c]))).forwarded)[0]).toBe(half(a.answer))
  })

  describe('asked to be edited by its provider beyond a length', () => {
    const edited = { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } }
    const pretty: Call = {
      answer: JSON.stringify(
        Array.from({ length: 90 }, (_, index) => ({ index })),
        null,
        2,
      ),
    }

    it('stays as the provider has it, and loses nothing more', async () => {
      const { ask, state, states } = service()
      await ask(messagesBody([a]))
      state.now += 10 * minute
      const before = answersIn((await ask(messagesBody([a, b]))).forwarded)

      state.now += minute
      const { forwarded, receipt } = await ask(messagesBody([a, b, pretty], edited))
      expect(answersIn(forwarded)).toEqual([...before, pretty.answer])
      expect(before[0]).toBe(half(a.answer))
      // Nobody can tell what it would have been, had the provider got all of it.
      expect(receipt).toMatchObject({ outcome: 'compacted', reason: 'edited-by-provider', estimated: true })
      expect(receipt.usage?.cacheReadTokens).toBeGreaterThan(0)
      // Nothing is learned from what was counted, and no engine is asked.
      expect(states().at(-1)).toMatchObject({ inputTokens: 0, segments: [{}, {}, { decision: { asked: 0 } }] })

      state.now += minute
      const { forwarded: next } = await ask(messagesBody([a, b, pretty, c]))
      expect(answersIn(next)).toEqual([...before, pretty.answer, c.answer])
    })

    it('travels whole where the provider has nothing of it any more', async () => {
      const { ask, state } = service()
      await ask(messagesBody([a]))
      state.now += 10 * minute
      await ask(messagesBody([a, b]))

      // Behind markers of five minutes: by no clock may it be more, but a record counts as cold after eight.
      state.now += 6 * minute
      const { forwarded, receipt } = await ask(messagesBody([a, b, c], edited))
      expect(forwarded).toBe(messagesBody([a, b, c], edited))
      expect(receipt).toMatchObject({ outcome: 'verbatim', reason: 'edited-by-provider', estimated: false })
    })
  })

  it('goes on behind an answer that the provider had paused after its own tools, and that was sent again', async () => {
    const { ask, state } = service()
    const asked = JSON.parse(messagesBody([a]))
    const ran = { type: 'bash_code_execution_result', stdout: long('ran'), stderr: '', return_code: 0, content: [] }
    const paused = {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 's', name: 'bash_code_execution', input: { command: 'ls' } },
        { type: 'bash_code_execution_tool_result', tool_use_id: 's', content: ran },
      ],
    }
    await ask(JSON.stringify({ ...asked, messages: [...asked.messages, paused] }))

    state.now += 10 * minute
    const messages = [...asked.messages, paused, { role: 'user', content: 'go on' }]
    const { forwarded, receipt } = await ask(JSON.stringify({ ...asked, messages }))
    expect(receipt).toMatchObject({ outcome: 'compacted' })
    expect(answersIn(forwarded)).toEqual([half(a.answer)])
  })

  it('moves what is cached with the request after the one that chose it, and counts what that cost', async () => {
    const tenth: AnswerCompression = ({ engine, texts }) => ({
      engine_version: `${engine}.0.0`,
      results: texts.map((text) => ({
        kept: [[0, Math.ceil(text.length / 10)]],
        tokens_before: text.length,
        tokens_after: Math.ceil(text.length / 10),
        rate_reached: 0.9,
        floor_reached: false,
      })),
    })
    const { ask, state, states } = service({}, tenth)
    const representations = () =>
      states()
        .at(-1)
        ?.segments.map(({ representation }) => representation)
    // What it saves while cold covers what a move may lose.
    await ask(messagesBody([a, b]))
    state.now += 10 * minute
    const large = { answer: long('large').repeat(4) }
    await ask(messagesBody([a, b, large]))
    expect(representations()).toEqual(['lossy', 'lossy', 'scheduled'])

    const { forwarded, receipt } = await ask(messagesBody([a, b, large, { answer: 'short' }]))
    expect(answersIn(forwarded).map((text) => text.length < 3_000)).toEqual([true, true, true, true])
    expect(receipt.cacheRewriteTokens).toBeGreaterThan(0)
    expect(representations()).toEqual(['lossy', 'lossy', 'lossy', 'lossless'])
  })

  it('asks three times about a text that is not answered, and not again about one that the engine left alone', async () => {
    const calls = [a, b, c, { answer: long('d') }, { answer: long('e') }]
    let dead = true
    const { ask, state, asked, states } = service({}, (request, signal) => {
      if (dead) throw new Error('dead')
      return halvingCompressor(request, signal)
    })
    const about = (text: string) =>
      asked.filter(({ engine, texts }) => engine === 'adeline-1' && texts.includes(text)).length
    for (let turn = 1; turn <= 5; turn += 1) await ask(messagesBody(calls.slice(0, turn)))
    expect(about(a.answer)).toBe(3)
    expect(states().at(-1)?.segments[0]?.decision).toEqual({ kind: 'pending', asked: 3 })

    dead = false
    state.now += 10 * minute
    const [one, two] = ['abc', 'abd'].map((answer) => ({ tool: 'other', answer })) as [Call, Call]
    for (const turns of [[one], [one, two], [one, two, a]]) await ask(messagesBody(turns))
    expect(states().at(-1)?.segments[0]?.decision).toEqual({ kind: 'abstained' })
    expect(about('abc')).toBe(1)
  })

  it('requests that use no cache go lossy at once', async () => {
    const { ask } = service()
    const uncached = (calls: readonly Call[]) =>
      messagesBody(calls).replaceAll(',"cache_control":{"type":"ephemeral"}', '')
    await ask(uncached([a]))
    expect(answersIn((await ask(uncached([a, b]))).forwarded)).toEqual([half(a.answer), b.answer])
  })

  it('a request that uses no cache goes again as it went, also near the least length of what is cached', async () => {
    const { ask } = service()
    const short = (calls: readonly Call[]) =>
      messagesBody(calls, { model: 'claude-haiku-4-5' })
        .replaceAll(',"cache_control":{"type":"ephemeral"}', '')
        .replace(frame, '')
    const c: Call = { answer: long('c') }
    await ask(short([a]))
    await ask(short([a, b]))
    const first = await ask(short([a, b, c]))
    expect(answersIn(first.forwarded)).toEqual([half(a.answer), half(b.answer), c.answer])
    expect((await ask(short([a, b, c]))).forwarded).toBe(first.forwarded)
  })

  it('leaves a request alone that asks for it, and goes on afterwards as if it had not been', async () => {
    const { ask, state } = service()
    await ask(messagesBody([a]))
    state.now += 10 * minute
    const off = await ask(messagesBody([a, b]), { 'x-service-compaction': 'off' })
    expect(off.forwarded).toBe(messagesBody([a, b]))
    expect(answersIn((await ask(messagesBody([a, b, c]))).forwarded)).toEqual([half(a.answer), b.answer, c.answer])
  })

  it('sends a file read whole until the file is read again, and not lossless even then', async () => {
    const { ask, state } = service()
    const read = { tool: 'Read', input: { file_path: '/a.json' } }
    const file = JSON.stringify({ list: long('f').split(' ') }, null, 2)
    await ask(messagesBody([]))
    await ask(messagesBody([{ ...read, answer: file }]))
    state.now += 10 * minute
    expect(answersIn((await ask(messagesBody([{ ...read, answer: file }, a]))).forwarded)[0]).toBe(file)

    const again = [{ ...read, answer: file }, a, { ...read, answer: file }]
    expect(answersIn((await ask(messagesBody(again))).forwarded)[0]).toBe(file)
    state.now += 10 * minute
    const later = answersIn((await ask(messagesBody([...again, b]))).forwarded)
    // The lines that the later read has are more than the engine would take; what it would take stays with them.
    const lines = file.split('\n')
    expect(later[0]).toBe([...lines.slice(0, 5), ...lines.slice(-5)].join('\n'))
    expect(later[2]).toBe(file)
  })
})

describe('in the mode arrival', () => {
  it('a conversation keeps the engine that decided first, and names it when nothing is decided', async () => {
    let version = 'adeline-1.0.0'
    const { ask, asked } = service({ mode: 'arrival' }, (request, signal) => ({
      ...(halvingCompressor(request, signal) as CompressionReply),
      engine_version: version,
    }))
    const file = { tool: 'Read', input: { file_path: '/a.txt' }, answer: 'kept' }
    await ask(messagesBody([{ answer: long('a') }]))
    version = 'adeline-2.0.0'

    const { receipt } = await ask(messagesBody([{ answer: long('a') }, file]))
    expect(receipt).toMatchObject({ outcome: 'compacted', engineVersion: 'adeline-1.0.0' })
    await ask(messagesBody([{ answer: long('a') }, file, { answer: long('b') }]))
    expect(asked.map(({ engine }) => engine)).toEqual(['adeline-1', 'adeline-1.0.0'])
  })
})

describe('a change of policy', () => {
  const calls: Call[] = [{ answer: long('a') }, { answer: long('b') }, { answer: long('c') }]

  it('waits until the conversation is cold', async () => {
    const { ask, state } = service()
    await ask(messagesBody(calls.slice(0, 1)))
    state.policy = { mode: 'arrival', compressor: 'adeline-1' }
    expect((await ask(messagesBody(calls.slice(0, 2)))).forwarded).toBe(messagesBody(calls.slice(0, 2)))
    state.now += 10 * minute
    expect(answersIn((await ask(messagesBody(calls))).forwarded)).toEqual(calls.map(({ answer }) => half(answer)))
  })

  it('to off is obeyed at once', async () => {
    const { ask, state } = service({ mode: 'arrival' })
    await ask(messagesBody(calls.slice(0, 1)))
    state.policy = { mode: 'off', compressor: 'adeline-1' }
    expect((await ask(messagesBody(calls.slice(0, 2)))).forwarded).toBe(messagesBody(calls.slice(0, 2)))
  })
})

describe('a shortened form that the provider rejects', () => {
  const pretty: Call = { answer: JSON.stringify({ words: long('p').split(' ') }, null, 2) }

  it('turns the chain verbatim, once the original is accepted', async () => {
    const { ask, statuses, state } = service()
    statuses.push(400, 200)
    const first = await ask(messagesBody([pretty]))
    expect([first.sent, first.receipt.retriedVerbatim]).toEqual([2, true])

    state.now += 10 * minute
    for (const calls of [
      [pretty, pretty],
      [pretty, pretty, pretty],
    ]) {
      const { forwarded, sent, receipt } = await ask(messagesBody(calls))
      expect([forwarded, sent]).toEqual([messagesBody(calls), 1])
      expect(receipt).toMatchObject({ outcome: 'verbatim', reason: 'chain-verbatim' })
    }
  })

  it('leaves a conversation alone that has another beginning and has said the same last', async () => {
    const { ask, statuses } = service()
    const calls = Array.from({ length: 6 }, () => pretty)
    const named = (name: string, turns: number): string =>
      messagesBody(calls.slice(0, turns)).replace('go frame', `${name}: go frame`)
    statuses.push(400, 200)
    await ask(named('one', 5))
    const other = await ask(named('another', 6))
    expect([other.sent, other.receipt.outcome]).toEqual([1, 'compacted'])
    expect((await ask(named('one', 6))).receipt.reason).toBe('chain-verbatim')
  })

  it('marks nothing when the original is refused too', async () => {
    const { ask, statuses, states } = service()
    statuses.push(400, 400)
    await ask(messagesBody([pretty]))
    expect(states()).toEqual([])
    expect((await ask(messagesBody([pretty, pretty]))).receipt.outcome).toBe('compacted')
  })
})

describe('in the other dialects', () => {
  const text = long('a')
  const chatBody = (turns: number): string =>
    JSON.stringify({
      model: 'gpt-5.6',
      messages: [
        { role: 'system', content: `It is ${turns} o’clock. ${frame.repeat(4)}` },
        { role: 'user', content: 'go' },
        ...Array.from({ length: turns }, (_, turn) => [
          {
            role: 'assistant',
            tool_calls: [{ id: `t${turn}`, type: 'function', function: { name: 'lookup', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: `t${turn}`, content: text },
        ]).flat(),
      ],
    })
  const responsesBody = (turns: number, extra: object = {}): string =>
    JSON.stringify({
      model: 'gpt-5.6',
      instructions: `It is ${turns} o’clock. ${frame.repeat(4)}`,
      ...extra,
      input: [
        { role: 'user', content: 'go' },
        ...Array.from({ length: turns }, (_, turn) => [
          { type: 'function_call', call_id: `t${turn}`, name: 'lookup', arguments: '{}' },
          { type: 'function_call_output', call_id: `t${turn}`, output: text },
        ]).flat(),
      ],
    })

  it.each([
    ['chat-completions', chatBody],
    ['responses', responsesBody],
  ] as const)('%s are recognised in the same way, whatever the system says this time', async (dialect, body) => {
    const { ask, state } = service()
    await ask(body(1), {}, dialect)
    state.now += 30 * 60 * minute
    const { forwarded } = await ask(body(2), {}, dialect)
    expect(forwarded).toBe(body(2).replace(text, half(text)))
  })

  it('a request that leaves its history with the provider is not', async () => {
    const { ask, states } = service()
    await ask(responsesBody(1, { previous_response_id: 'resp_1' }), {}, 'responses')
    expect(states()).toEqual([])
  })
})
