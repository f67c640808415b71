// An upstream that caches every prompt by itself, behind requests that ask for nothing.

import { expect, it } from 'vitest'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../../core/chain/record/store.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { exchange } from '../../../../core/exchange/exchange.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { noon, received, serviceInMemory, upstreamAnswer } from '../../../../testkit/memory/service-in-memory.ts'

const long = (word: string): string => Array.from({ length: 600 }, (_, index) => `${word}${index}`).join(' ')

/** The body of an agent's request after so many calls. */
const bodyAfter = (calls: number): string =>
  JSON.stringify({
    model: 'claude-sonnet-4-5',
    system: long('frame'),
    messages: [
      { role: 'user', content: 'go' },
      ...Array.from({ length: calls }, (_, turn) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: `t${turn}`, name: 'lookup', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${turn}`, content: long(`r${turn}x`) }] },
      ]).flat(),
    ],
  })

/** What is forwarded of requests a minute apart, where so much of each is read from a cache. */
const forwarded = async (readsOf: (request: number) => number): Promise<string[]> => {
  const records = new Map<string, StoredRecord>()
  const sent: string[] = []
  for (let request = 0; request < 6; request += 1) {
    const now = noon + 60_000 * request
    const read = readsOf(request)
    const one = serviceInMemory({
      account: { compaction: { mode: 'repeated', compressor: 'adeline-1' } },
      upstream: ({ body }) => {
        const input = Math.ceil(String(body).length / 4)
        const usage = { input_tokens: input - read, cache_read_input_tokens: read, cache_creation_input_tokens: 0 }
        return upstreamAnswer(200, [JSON.stringify({ usage })])
      },
      ports: { chains: rememberedChains(memoryChains(records)), now: () => now },
    })
    const line = exchange({ name: 'messages', dialect: dialects.messages }, one.deployment)
    await received(await line(one.request({ body: bodyAfter(request), receivedAt: now })))
    sent.push(String(one.sent.at(-1)?.body))
  }
  return sent
}

const isWhole = (body: string, request: number): boolean => body === bodyAfter(request)

it('is left what it has read, once it has read anything', async () => {
  const bodies = await forwarded((request) => (request < 2 ? 0 : 1_500))
  // Until then nobody could know.
  expect(isWhole(bodies[2] ?? '', 2)).toBe(false)
  const [, , , read = '', next = ''] = bodies
  // What was sent stands in the next request as it was, up to where that says more.
  const same = read.slice(0, read.lastIndexOf(']'))
  expect(next.startsWith(same)).toBe(true)
})

it('costs nothing where nothing is read: every change is free', async () => {
  const bodies = await forwarded(() => 0)
  expect(bodies.slice(2).map(isWhole)).toEqual([false, false, false, false])
  const [, , , one = '', next = ''] = bodies
  expect(next.startsWith(one.slice(0, one.lastIndexOf(']')))).toBe(false)
})
