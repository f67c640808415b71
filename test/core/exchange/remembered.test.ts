// What a request writes down of its conversation, and which requests write nothing.

import { expect, it } from 'vitest'
import { decodeState } from '../../../core/chain/record/codec.ts'
import { rememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import type { ChainStore, StoredRecord } from '../../../core/chain/record/store.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'
import { received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import { messages } from './exchanging.ts'

const bodyOf = (turns: number): string => {
  const said = Array.from({ length: turns }, (_, index) => [
    { role: 'user', content: [{ type: 'text', text: `${index} ${'some words '.repeat(2_000)}` }] },
    { role: 'assistant', content: `answer ${index}` },
  ])
  return JSON.stringify({ model: 'claude-sonnet-4-5', messages: said.flat().slice(0, -1) })
}

const usage = { input_tokens: 100, cache_read_input_tokens: 0, cache_creation_input_tokens: 9_900, output_tokens: 1 }

interface Second {
  readonly status?: number
  readonly answer?: object
  readonly fails?: keyof ChainStore
}

/** The second request of a conversation: what it wrote. */
const writtenBy = async ({ status = 200, answer = { usage }, fails }: Second) => {
  const store = memoryChains()
  const wrote: string[] = []
  let isSecond = false
  const spied =
    (name: 'put' | 'touch' | 'note' | 'claim') =>
    (...words: never[]) => {
      if (isSecond) wrote.push(name)
      if (isSecond && name === fails) throw new StoreUnreachable('down')
      return (store[name] as (...given: never[]) => never)(...words)
    }
  const chains: ChainStore = {
    ...store,
    ...{ put: spied('put'), touch: spied('touch'), note: spied('note'), claim: spied('claim') },
    find: async (...words) => {
      if (isSecond && fails === 'find') throw new StoreUnreachable('down')
      return store.find(...words)
    },
  }
  const service = serviceInMemory({
    upstream: () => upstreamAnswer(isSecond ? status : 200, [JSON.stringify(isSecond ? answer : { usage })]),
    ports: { chains: rememberedChains(chains) },
  })
  await received(await messages(service, { body: bodyOf(1) }))
  isSecond = true
  await received(await messages(service, { body: bodyOf(2), id: '02' }))
  return { wrote: wrote.sort(), counted: service.counted }
}

const overloaded = { type: 'error', error: { message: 'overloaded' } }

it.each<[string, Second, readonly string[]]>([
  ['a record, where it was served', {}, ['put']],
  ['nothing, where it was refused', { status: 529, answer: overloaded }, []],
  ['nothing, where it was redirected', { status: 307 }, []],
  ['nothing, where its answer is an error', { answer: overloaded }, []],
  ['that it was used, and no record over one that could not be read', { fails: 'find' }, ['touch']],
  ['nothing of one that could not be read, where it was refused', { fails: 'find', status: 529 }, []],
])('the second request of a conversation writes %s', async (_what, second, wrote) => {
  expect(await writtenBy(second)).toEqual({ wrote, counted: [] })
})

it('counts a record that the table does not take', async () => {
  expect(await writtenBy({ fails: 'put' })).toEqual({ wrote: ['put'], counted: ['RecordLost'] })
})

/** Of a call whose result is a record with blanks, which go. */
const lookedUp = JSON.stringify({
  model: 'claude-sonnet-4-5',
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'lookup', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't',
          content: JSON.stringify(
            Array.from({ length: 1_500 }, (_, state) => ({ state })),
            undefined,
            2,
          ),
          cache_control: { type: 'ephemeral' },
        },
      ],
    },
  ],
})

it.each([500, 529])('what is tried again behind a %d leaves what its answer tells', async (status) => {
  const records = new Map<string, StoredRecord>()
  let isFirst = true
  const service = serviceInMemory({
    upstream: () => upstreamAnswer(isFirst ? status : 200, [JSON.stringify(isFirst ? overloaded : { usage })]),
    ports: { chains: rememberedChains(memoryChains(records)) },
  })
  await received(await messages(service, { body: lookedUp, id: '01' }))
  isFirst = false
  await received(await messages(service, { body: lookedUp, id: '02' }))

  const states = [...records].flatMap(([head, { state }]) => (head.includes('.') ? [] : [decodeState(state)]))
  expect(states.map(({ inputTokens }) => inputTokens)).toEqual([10_000])
})
