// The table of conversations contains none of their text: bodies as agents send them, in all dialects, with forks, retries,
// edits and moves, leave no eight characters in any attribute. Nor do they leave any in a log, a metric or a receipt.

import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { dynamoChains } from '../../adapters/dynamo/chains/chains.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { ofMet } from '../../core/chain/identity/identity.ts'
import { decodeState } from '../../core/chain/record/codec.ts'
import { rememberedChains } from '../../core/chain/record/remembered-chains.ts'
import type { DialectId } from '../../core/dialects/registry.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { exchange } from '../../core/exchange/exchange.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { noon, received, type ServiceInMemory, serviceInMemory } from '../../testkit/memory/service-in-memory.ts'
import { openTestTables } from '../contract/dynamo-stores.ts'
import { everyItem, piecesFound } from './text-in-tables.ts'

const minute = 60_000
const [canary, secret, person] = ['canary-sentence-7f3a', 'sk-ant-canary03-91c2XyZ', 'Mr. Müller of 東京都千代田区']

/** One turn of an agent: its thinking, its text, its tool call and the result. */
interface Turn {
  readonly thought: string
  readonly said: string
  readonly asked: Readonly<Record<string, string>>
  readonly answer: string
}

const answers: readonly ((turn: number) => string)[] = [
  (turn) => JSON.stringify({ customer: person, note: `${canary} ${turn}`, key: secret, paid: turn * 7 }, null, 2),
  (turn) => `\u001b[32m✓\u001b[0m orders of ${person} shipped in ${turn} ms, ${canary}\n`.repeat(9),
  (turn) => `export OPENAI_KEY=${secret}\nthe quick brown fox jumps ${turn} times over ${canary}\n`.repeat(6),
]

const turnOf = (turn: number, told = ''): Turn => ({
  thought: `Thinking about ${person} and step ${turn}.`,
  said: `Let me look up order ${turn} with ${secret}.`,
  asked: { query: `select * from orders where name = '${person}' and step = ${turn}` },
  answer: `${answers[turn % answers.length]?.(turn) ?? ''}${told}`,
})

const marker = { cache_control: { type: 'ephemeral' } }
const question = `Why does ${person} pay twice? ${canary}`
/** Long enough that every prompt is cached. */
const instructions = `You are a careful engineer. Never tell ${secret}. ${'Take care. '.repeat(2_000)}`

/** Bodies as each provider's own SDK writes them. */
const bodies: Readonly<Record<DialectId, { readonly path: string; body(turns: readonly Turn[]): object }>> = {
  messages: {
    path: '/provider-a/v1/messages',
    body: (turns) => ({
      model: 'claude-sonnet-4-5',
      max_tokens: 1_024,
      system: [{ type: 'text', text: instructions, ...marker }],
      messages: [
        { role: 'user', content: question },
        ...turns.flatMap(({ thought, said, asked, answer }, index) => [
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: thought, signature: `signature-of-${index}` },
              { type: 'text', text: said },
              { type: 'tool_use', id: `toolu_canary_${index}`, name: 'lookup_order', input: asked },
            ],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: `toolu_canary_${index}`,
                content: [{ type: 'text', text: answer }],
                ...(index === turns.length - 1 ? marker : {}),
              },
            ],
          },
        ]),
      ],
    }),
  },
  'chat-completions': {
    path: '/provider-b/v1/chat/completions',
    body: (turns) => ({
      model: 'gpt-5.6',
      messages: [
        { role: 'developer', content: instructions },
        { role: 'user', content: question },
        ...turns.flatMap(({ said, asked, answer }, index) => {
          const call = { name: 'lookup_order', arguments: JSON.stringify(asked) }
          const id = `call_canary_${index}`
          return [
            { role: 'assistant', content: said, tool_calls: [{ id, type: 'function', function: call }] },
            { role: 'tool', tool_call_id: id, content: answer },
          ]
        }),
      ],
    }),
  },
  responses: {
    path: '/provider-b/v1/responses',
    body: (turns) => ({
      model: 'gpt-5.6',
      instructions,
      input: [
        { role: 'user', content: [{ type: 'input_text', text: question }] },
        ...turns.flatMap(({ thought, said, asked, answer }, index) => {
          const id = `call_canary_${index}`
          return [
            { type: 'reasoning', id: `rs_canary_${index}`, summary: [], encrypted_content: thought },
            { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] },
            { type: 'function_call', call_id: id, name: 'lookup_order', arguments: JSON.stringify(asked) },
            { type: 'function_call_output', call_id: id, output: answer },
          ]
        }),
      ],
    }),
  },
}

/** Every text of a body; the names of its members belong to the dialect. */
const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const dialectIds = ['messages', 'chat-completions', 'responses'] as const
const modes = ['repeated', 'arrival'] as const

const finallyDo = afterSuite()
let dynamo: Dynamo
beforeAll(async () => {
  dynamo = await openTestTables(finallyDo)
})

describe('conversations', () => {
  const texts = new Set<string>([canary, secret, person])
  const services: ServiceInMemory[] = []
  let requests = 0

  it.each(dialectIds.flatMap((dialect) => modes.map((mode) => ({ dialect, mode }))))(
    'of $dialect in mode $mode are moved, forked, edited and sent again by two replicas',
    async ({ dialect, mode }) => {
      const store = dynamoChains(dynamo, { readMilliseconds: 10_000, writeMilliseconds: 10_000 })
      const chainSecret = randomBytes(32).toString('base64')
      const replicas = [0, 1].map(() =>
        serviceInMemory({
          account: { compaction: { mode, compressor: 'adeline-1' }, chainSecret },
          ports: { chains: rememberedChains(store) },
        }),
      )
      services.push(...replicas)
      const { path, body } = bodies[dialect]
      let now = noon
      const send = async (turns: readonly Turn[], pause = 1_000): Promise<string | undefined> => {
        now += pause
        requests += 1
        const service = replicas[requests % 2]
        if (service === undefined) throw new Error('no such replica')
        const made = body(turns)
        for (const text of textsOf(made)) texts.add(text)
        const authorization = `Bearer ${secret}`
        const headers = path.startsWith('/provider-b') ? { 'x-api-key': undefined, authorization } : {}
        const inbound = service.request({ path, body: JSON.stringify(made), headers, receivedAt: now, id: `e-${now}` })
        await received(await exchange({ name: dialect, dialect: dialects[dialect] }, service.deployment)(inbound))
        return [...service.receipts.values()].at(-1)?.outcome
      }

      const turns = [1, 2, 3, 4, 5, 6].map((turn) => turnOf(turn))
      for (let count = 1; count <= 4; count += 1) await send(turns.slice(0, count))
      // The cache is certainly cold: every decision is applied.
      expect(await send(turns.slice(0, 5), 2 * 24 * 60 * minute)).toBe('compacted')
      await send(turns)
      await send(turns)
      await send([...turns.slice(0, 4), turnOf(5, 'Another answer to the same question.')])
      await send([turnOf(1, 'An answer that was edited later.'), ...turns.slice(1)])
    },
  )

  it('leave none of their text in any attribute of the table', async () => {
    const items = await everyItem(dynamo, 'chains')
    // A repeated request writes no record of its own: one in each conversation. One with the same calls and another history does.
    // No digest has a dot, and all other keys have one.
    const isRecord = ({ head }: (typeof items)[number]): boolean => !String(head).includes('.')
    const [records, uses, notes] = [
      items.filter(isRecord),
      items.filter(({ usedAt }) => usedAt !== undefined),
      items.filter(({ head }) => String(head).startsWith(ofMet)),
    ]
    expect(notes).toHaveLength(services.length / 2)
    expect(records).toHaveLength(requests - services.length / 2)
    expect(uses).toHaveLength(services.length / 2)
    const states = records.flatMap(({ state }) =>
      state instanceof Uint8Array ? [decodeState(inflateRawSync(state))] : [],
    )
    expect(
      states.filter(({ segments }) =>
        segments.some(({ representation, mild }) => representation === 'lossy' || mild !== undefined),
      ).length,
    ).toBeGreaterThan(15)
    expect(piecesFound(items, [...texts])).toEqual([])
  })

  it('leave none in logs, metrics and receipts', () => {
    expect(services.flatMap(({ logged }) => logged).length).toBeGreaterThanOrEqual(requests)
    for (const { logged, measured, counted, receipts } of services) {
      const written = JSON.stringify([logged, measured, counted, [...receipts]])
      for (const text of [canary, secret, person, 'careful engineer', 'toolu_canary', 'call_canary', 'lookup_order'])
        expect(`${text}: ${written.includes(text)}`).toBe(`${text}: false`)
    }
  })
})
