import { describe, expect, it } from 'vitest'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { ChainStore } from '../../../../core/chain/record/store.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { exchange } from '../../../../core/exchange/exchange.ts'
import { StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { noon, received, serviceInMemory, upstreamAnswer } from '../../../../testkit/memory/service-in-memory.ts'
import { chat, messages } from '../../exchange/exchanging.ts'

/** With blanks, and without them long enough to be cached. */
const record = JSON.stringify(
  Array.from({ length: 1_500 }, (_, number) => ({ number, state: 'open' })),
  undefined,
  2,
)
const withoutBlanks = JSON.stringify(JSON.parse(record))

interface Session {
  readonly calls: number
  readonly model?: string
  /** Whether anything is to be cached. */
  readonly marked?: boolean
  /** Calls that the client has taken out of its history. */
  readonly without?: readonly number[]
}

const marker = { cache_control: { type: 'ephemeral' } }

/** The last result is marked; before there is one, the first turn. */
const bodyOf = ({ calls, model = 'claude-sonnet-4-5', marked = true, without = [] }: Session): string => {
  const turns = Array.from({ length: calls }, (_, number) => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: `look up ${number}` },
        { type: 'tool_use', id: `t${number}`, name: 'lookup', input: { number } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `t${number}`,
          content: record,
          ...(marked && number === calls - 1 ? marker : {}),
        },
      ],
    },
  ])
  const first = { role: 'user', content: [{ type: 'text', text: 'go', ...(marked && calls === 0 ? marker : {}) }] }
  return JSON.stringify({ model, messages: [first, ...turns.filter((_, at) => !without.includes(at)).flat()] })
}

/** A service whose table can be taken away, and its clients; `other`: another process over the same table. */
const client = () => {
  const memory = memoryChains()
  const table = { isGone: false }
  const orGone = <Value>(ask: () => Promise<Value>): Promise<Value> =>
    table.isGone ? Promise.reject(new StoreUnreachable('gone')) : ask()
  const store: ChainStore = {
    ...memory,
    find: (heads, now) => orGone(() => memory.find(heads, now)),
    put: (head, written, over) => orGone(() => memory.put(head, written, over)),
  }
  const clock = { now: noon }
  const process = () => {
    const service = serviceInMemory({ ports: { chains: rememberedChains(store), now: () => clock.now } })
    /** The first result as it is forwarded. */
    return async (session: Session): Promise<string | undefined> => {
      clock.now += 1_000
      await received(await messages(service, { body: bodyOf(session), receivedAt: clock.now }))
      const { messages: sent } = JSON.parse(String(service.sent.at(-1)?.body))
      return sent[2]?.content[0].content
    }
  }
  return { table, sends: process(), other: process() }
}

describe('a client that was pointed past the service for a while', () => {
  it('comes back to what its provider has, which is the history as it came', async () => {
    const { sends } = client()
    expect(await sends({ calls: 1 })).toBe(withoutBlanks)
    expect(await sends({ calls: 8 })).toBe(record)
    expect(await sends({ calls: 9 })).toBe(record)
  })

  it('may be one that takes an answer out of its history, where no more turns are missing than that hides', async () => {
    const { sends } = client()
    expect(await sends({ calls: 1 })).toBe(withoutBlanks)
    expect(await sends({ calls: 7 })).toBe(withoutBlanks)
  })

  it('was not past it when this process has sent what it has taken results out of', async () => {
    const { sends, other } = client()
    for (let calls = 1; calls <= 14; calls += 1) expect(await sends({ calls })).toBe(withoutBlanks)
    expect(await sends({ calls: 15, without: [5, 9, 13] })).toBe(withoutBlanks)
    // Another process cannot tell.
    expect(await other({ calls: 15, without: [4, 8, 12] })).toBe(record)
  })

  it.each([true, false])(
    'was not past it when it was with another model, whether that was to cache: %s',
    async (marked) => {
      const { sends, other } = client()
      expect(await sends({ calls: 1 })).toBe(withoutBlanks)
      for (let calls = 2; calls <= 8; calls += 1) await sends({ calls, model: 'claude-opus-5', marked })
      expect(await other({ calls: 9 })).toBe(withoutBlanks)
    },
  )

  it('was not past it when it was with another model, and another client has begun alike since', async () => {
    const { sends, other } = client()
    expect(await sends({ calls: 1 })).toBe(withoutBlanks)
    for (const calls of [2, 3]) await sends({ calls, model: 'claude-opus-5' })
    await sends({ calls: 0 })
    for (let calls = 4; calls <= 8; calls += 1) await sends({ calls, model: 'claude-opus-5' })
    expect(await other({ calls: 9 })).toBe(withoutBlanks)
  })

  it('was not surely past it when the table has failed since', async () => {
    const { sends, other, table } = client()
    expect(await sends({ calls: 1 })).toBe(withoutBlanks)
    table.isGone = true
    await other({ calls: 2 })
    table.isGone = false
    expect(await other({ calls: 9 })).toBe(withoutBlanks)
  })
})

/** How a dialect spells calls and results. */
const spelled = {
  messages: {
    request: {},
    body: (history: readonly object[]) => ({
      model: 'claude-sonnet-4-5',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'go', ...marker }] }, ...history],
      ...marker,
    }),
    calls: (numbers: readonly number[]) => [
      {
        role: 'assistant',
        content: numbers.map((number) => ({ type: 'tool_use', id: `c${number}`, name: 'lookup', input: { number } })),
      },
    ],
    results: (numbers: readonly number[]) => [
      {
        role: 'user',
        content: numbers.map((number) => ({ type: 'tool_result', tool_use_id: `c${number}`, content: record })),
      },
    ],
  },
  'chat-completions': {
    request: chat,
    body: (history: readonly object[]) => ({
      model: 'gpt-5.4',
      messages: [{ role: 'user', content: 'go' }, ...history],
    }),
    calls: (numbers: readonly number[]) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: numbers.map((number) => ({
          id: `c${number}`,
          type: 'function',
          function: { name: 'lookup', arguments: `{"number":${number}}` },
        })),
      },
    ],
    results: (numbers: readonly number[]) =>
      numbers.map((number) => ({ role: 'tool', tool_call_id: `c${number}`, content: record })),
  },
  responses: {
    request: { ...chat, path: '/provider-b/v1/responses' },
    body: (history: readonly object[]) => ({ model: 'gpt-5.4', input: [{ role: 'user', content: 'go' }, ...history] }),
    calls: (numbers: readonly number[]) =>
      numbers.map((number) => ({
        type: 'function_call',
        call_id: `c${number}`,
        name: 'lookup',
        arguments: `{"number":${number}}`,
      })),
    results: (numbers: readonly number[]) =>
      numbers.map((number) => ({ type: 'function_call_output', call_id: `c${number}`, output: record })),
  },
}
type Dialect = keyof typeof spelled

/** Answers of one call. */
const ofOneCall = {
  messages: { content: [{ type: 'tool_use' }] },
  'chat-completions': { choices: [{ message: { tool_calls: [{ function: { name: 'lookup' } }] } }] },
  responses: { output: [{ type: 'function_call' }] },
}

/** A service, and a client of it: the first result as it is forwarded. */
const clientOf = (dialect: Dialect, answer: object = { ok: true }) => {
  const clock = { now: noon }
  const service = serviceInMemory({
    ports: { chains: rememberedChains(memoryChains()), now: () => clock.now },
    upstream: () => upstreamAnswer(200, [JSON.stringify(answer)]),
  })
  const run = exchange({ name: dialect, dialect: dialects[dialect] }, service.deployment)
  const { request, body } = spelled[dialect]
  return async (history: readonly object[]): Promise<string> => {
    clock.now += 1_000
    const asked = service.request({ ...request, body: JSON.stringify(body(history)), receivedAt: clock.now })
    await received(await run(asked))
    const sent = String(service.sent.at(-1)?.body)
    const [whole, cut] = [record, withoutBlanks].map((text) => sent.indexOf(JSON.stringify(text)))
    return whole === undefined || cut === undefined || whole < 0 || (cut >= 0 && cut < whole) ? withoutBlanks : record
  }
}

describe('a client that puts each call of an answer beside its result', () => {
  it.each([
    ['messages', 'beside their results'],
    ['messages', 'before all results'],
    ['chat-completions', 'beside their results'],
    ['chat-completions', 'before all results'],
    ['responses', 'beside their results'],
    ['responses', 'before all results'],
  ] satisfies [Dialect, string][])('was not past it: in %s, with its calls %s', async (dialect, order) => {
    const sends = clientOf(dialect)
    const { calls, results } = spelled[dialect]
    const history: object[] = []
    for (const answer of [[0], [1, 2, 3, 4, 5, 6, 7, 8], [9]]) {
      for (const together of order === 'before all results' ? [answer] : answer.map((number) => [number]))
        history.push(...calls(together), ...results(together))
      expect((await sends(history)) === withoutBlanks).toBe(true)
    }
  })

  it.each(['messages', 'chat-completions', 'responses'] satisfies Dialect[])(
    'goes as it was sent last, also where every answer so far was one call: in %s',
    async (dialect) => {
      const sends = clientOf(dialect, ofOneCall[dialect])
      const { calls, results } = spelled[dialect]
      const historyOf = (answers: number): object[] =>
        Array.from({ length: answers }, (_, number) => [...calls([number]), ...results([number])]).flat()
      expect((await sends(historyOf(1))) === withoutBlanks).toBe(true)
      expect((await sends(historyOf(9))) === withoutBlanks).toBe(true)
    },
  )

  it.each(['messages', 'chat-completions'] satisfies Dialect[])(
    'was past it where more answers than that are missing, each of two calls: in %s',
    async (dialect) => {
      const sends = clientOf(dialect)
      const { calls, results } = spelled[dialect]
      const turns = [0, 2, 4, 6, 8, 10, 12, 14].map((number) => [number, number + 1])
      const historyOf = (some: readonly number[][]): object[] =>
        some.flatMap((answer) => [...calls(answer), ...results(answer)])
      expect((await sends(historyOf(turns.slice(0, 1)))) === withoutBlanks).toBe(true)
      expect((await sends(historyOf(turns))) === record).toBe(true)
    },
  )

  it.each([
    ['of two calls, with a member that is null', [0, 1], { function_call: null }],
    ['of one call that it thought about', [0], { reasoning_content: 'Look it up.' }],
  ])('was past it where more answers than that are missing, each %s', async (_which, numbers, more) => {
    const sends = clientOf('chat-completions')
    const { calls, results } = spelled['chat-completions']
    const historyOf = (answers: number): object[] =>
      Array.from({ length: answers }, (_, answer) => numbers.map((number) => 2 * answer + number)).flatMap((answer) => [
        ...calls(answer).map((call) => ({ ...call, ...more })),
        ...results(answer),
      ])
    expect((await sends(historyOf(1))) === withoutBlanks).toBe(true)
    expect((await sends(historyOf(8))) === record).toBe(true)
  })
})
