// What may be too short to be cached when it is shorter, by what the provider has counted of the conversation.

import { describe, expect, it } from 'vitest'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../../core/chain/record/store.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { exchange } from '../../../../core/exchange/exchange.ts'
import { routes } from '../../../../testkit/data/conversation.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { noon, received, serviceInMemory, upstreamAnswer } from '../../../../testkit/memory/service-in-memory.ts'
import { cachingProvider } from '../../../../testkit/provider/caching-provider.ts'

const minute = 60_000

/** The body of a request that asks with so many words, and has the results of calls: a letter and how many characters each. */
const bodyOf = (asked: number, results: readonly (readonly [name: string, characters: number])[]): string =>
  JSON.stringify({
    model: 'claude-opus-4-6',
    messages: [
      { role: 'user', content: 'word '.repeat(asked) },
      ...results.flatMap(([name, characters]) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: name, name: 'lookup', input: {} }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: name,
              content: `${`${name} `.repeat((characters - 5) / 2)} end${name}`,
              cache_control: { type: 'ephemeral' },
            },
          ],
        },
      ]),
    ],
  })

/** Sends a body so many minutes after the first, and says which results go shortened, by their letters. */
const client = () => {
  const chains = memoryChains(new Map<string, StoredRecord>())
  const provider = cachingProvider()
  return async (minutes: number, body: string): Promise<string> => {
    const now = noon + minutes * minute
    const service = serviceInMemory({
      account: { compaction: { mode: 'repeated', compressor: 'adeline-1' } },
      upstream: ({ body: sent }) => upstreamAnswer(200, [JSON.stringify({ usage: provider.usage(String(sent), now) })]),
      ports: { chains: rememberedChains(chains), now: () => now },
    })
    const pipeline = exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)
    await received(await pipeline(service.request({ body, receivedAt: now })))
    const sent = String(service.sent.at(-1)?.body)
    return [...'abc'].filter((name) => body.includes(`end${name}`) && !sent.includes(`end${name}`)).join('')
  }
}

describe('after a rest', () => {
  const results = [
    ['a', 1_301],
    ['b', 6_001],
    ['c', 1_001],
  ] as const
  const [a, b] = results

  it('text moves from a beginning that was counted as too short to be cached', async () => {
    const ask = client()
    await ask(0, bodyOf(400, []))
    await ask(1, bodyOf(400, [a]))
    await ask(2, bodyOf(400, [a, b]))
    expect(await ask(20, bodyOf(400, results))).toBe('ab')
  })

  it('it stays in one that was counted as long enough, and would be too short', async () => {
    const ask = client()
    await ask(0, bodyOf(600, []))
    await ask(1, bodyOf(600, [a]))
    await ask(2, bodyOf(600, [a, b]))
    expect(await ask(20, bodyOf(600, results))).toBe('b')
  })
})

it('a prompt that a shorter form might keep out of the cache travels whole, and its receipt says why', async () => {
  const service = serviceInMemory({ upstream: () => upstreamAnswer(200, ['{}']) })
  const pipeline = exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)
  const body = bodyOf(1_000, [['a', 1_000]]).replaceAll('a a a', '\\u001b[32ma\\u001b[0m')
  await received(await pipeline(service.request({ body, receivedAt: noon })))
  expect(service.sent.map(({ body: sent }) => String(sent))).toEqual([body])
  expect([...service.receipts.values()].map(({ reason }) => reason)).toEqual(['below-cacheable-length'])
})

it('blanks of a record go with its first request where reads end in steps, if they are tokens enough; otherwise its receipt says so', async () => {
  const record = (members: number): string =>
    `{${Array.from({ length: members }, (_, index) => `"m${index}": ${index}`).join(', ')}}`
  const asked = (members: number): string => {
    const call = { id: 'a', type: 'function', function: { name: 'lookup', arguments: '{}' } }
    const result = { role: 'tool', tool_call_id: 'a', content: record(members) }
    const messages = [
      { role: 'user', content: 'word '.repeat(2_000) },
      { role: 'assistant', tool_calls: [call] },
      result,
    ]
    return JSON.stringify({ model: 'gpt-5.4', messages })
  }
  const became = async (members: number): Promise<readonly [isShorter: boolean, reason: string | undefined]> => {
    const service = serviceInMemory({ upstream: () => upstreamAnswer(200, ['{}']) })
    const pipeline = exchange({ name: 'chat-completions', dialect: dialects['chat-completions'] }, service.deployment)
    const { path } = routes['chat-completions']
    await received(
      await pipeline(
        service.request({ body: asked(members), path, receivedAt: noon, headers: { authorization: 'Bearer key' } }),
      ),
    )
    const [receipt] = service.receipts.values()
    return [String(service.sent.at(-1)?.body).length < asked(members).length, receipt?.reason]
  }
  expect(await became(60)).toEqual([true, undefined])
  expect(await became(20)).toEqual([false, 'less-than-a-step'])
})
