import { describe, expect, it } from 'vitest'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { ChainStore } from '../../../../core/chain/record/store.ts'
import { StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { noon, received, serviceInMemory } from '../../../../testkit/memory/service-in-memory.ts'
import { messages } from '../../exchange/exchanging.ts'

/** With blanks, and without them long enough to be cached. */
const record = JSON.stringify(
  Array.from({ length: 1_500 }, (_, number) => ({ number, state: 'open' })),
  undefined,
  2,
)
const withoutBlanks = JSON.stringify(JSON.parse(record))

/** A client of so many calls, the last one's result marked. */
const bodyOf = (calls: number, model = 'claude-sonnet-4-5'): string => {
  const turns = Array.from({ length: calls }, (_, number) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${number}`, name: 'lookup', input: { number } }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `t${number}`,
          content: record,
          ...(number === calls - 1 ? { cache_control: { type: 'ephemeral' } } : {}),
        },
      ],
    },
  ])
  return JSON.stringify({ model, messages: [{ role: 'user', content: 'go' }, ...turns.flat()] })
}

/** A client, and a service whose table can be taken away. */
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
  const service = serviceInMemory({ ports: { chains: rememberedChains(store), now: () => clock.now } })
  const sends = async (calls: number, model?: string): Promise<string> => {
    clock.now += 1_000
    await received(await messages(service, { body: bodyOf(calls, model), receivedAt: clock.now }))
    const { messages: sent } = JSON.parse(String(service.sent.at(-1)?.body))
    return sent[2].content[0].content
  }
  return { table, sends }
}

describe('a client that was pointed past the service for a while', () => {
  it('comes back to what its provider has, which is the history as it came', async () => {
    const { sends } = client()
    expect(await sends(1)).toBe(withoutBlanks)
    expect(await sends(8)).toBe(record)
    expect(await sends(9)).toBe(record)
  })

  it('may be one that takes an answer out of its history, where no more turns are missing than that hides', async () => {
    const { sends } = client()
    expect(await sends(1)).toBe(withoutBlanks)
    expect(await sends(7)).toBe(withoutBlanks)
  })

  it('was not past it when it was with another model', async () => {
    const { sends } = client()
    expect(await sends(1)).toBe(withoutBlanks)
    for (const calls of [2, 3]) expect(await sends(calls, 'claude-opus-5')).toBe(withoutBlanks)
    expect(await sends(10)).toBe(withoutBlanks)
  })

  it('was not surely past it when the table has failed since', async () => {
    const { sends, table } = client()
    expect(await sends(1)).toBe(withoutBlanks)
    table.isGone = true
    expect(await sends(2)).toBe(withoutBlanks)
    table.isGone = false
    expect(await sends(9)).toBe(withoutBlanks)
  })
})
