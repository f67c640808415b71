// A provider that has read a conversation from its cache, and then says that it has read nothing of what it was sent again.

import { expect, it } from 'vitest'
import { dialects } from '../../../../core/dialects/registry.ts'
import { exchange } from '../../../../core/exchange/exchange.ts'
import { routes } from '../../../../testkit/data/conversation.ts'
import { received, serviceInMemory, upstreamAnswer } from '../../../../testkit/memory/service-in-memory.ts'
import { messages } from '../exchanging.ts'

const tokens = 10_000

/** So many turns of a person, the last of them marked. */
const bodyOf = (turns: number): string => {
  const said = Array.from({ length: turns }, (_, index) => {
    const marker = index === turns - 1 ? { cache_control: { type: 'ephemeral' } } : {}
    const text = { type: 'text', text: `${index} ${'some words '.repeat(2_000)}`, ...marker }
    return [
      { role: 'user', content: [text] },
      { role: 'assistant', content: `answer ${index}` },
    ]
  })
  return JSON.stringify({ model: 'claude-sonnet-4-5', messages: said.flat().slice(0, -1) })
}

/** A conversation of three turns. How much of each prompt, in tokens, the provider says to have read, and to have written. */
const played = async (turns: readonly { readonly read: number; readonly written: number }[]) => {
  const left = [...turns]
  const upstream = () => {
    const { read = 0, written = 0 } = left.shift() ?? {}
    const usage = {
      ...{ input_tokens: tokens - read - written, cache_read_input_tokens: read },
      ...{ cache_creation_input_tokens: written, output_tokens: 1 },
    }
    return upstreamAnswer(200, [JSON.stringify({ usage })])
  }
  const service = serviceInMemory({ upstream })
  for (const turn of turns.keys()) await received(await messages(service, { body: bodyOf(turn + 1), id: `0${turn}` }))
  return { reasons: [...service.receipts.values()].map(({ reason }) => reason), counted: service.counted }
}

const written = { read: 0, written: tokens }
const read = { read: 6_000, written: 4_000 }

it('is told in the receipt, and counted', async () => {
  const { reasons, counted } = await played([written, read, written])
  expect([reasons.at(-1), counted]).toEqual(['cache-not-read', ['CacheContradicted']])
})

it('is not told of one that goes on to read', async () => {
  const { reasons, counted } = await played([written, read, read])
  expect([reasons.at(-1), counted]).toEqual([undefined, []])
})

it('is told and counted also where less than a step could go', async () => {
  const record = `{${Array.from({ length: 20 }, (_, at) => `"m${at}": ${at}`).join(', ')}}`
  const call = { id: 'a', type: 'function', function: { name: 'lookup', arguments: '{}' } }
  const all = [
    { role: 'user', content: 'word '.repeat(2_000) },
    { role: 'assistant', content: 'answer' },
    { role: 'user', content: 'some words '.repeat(500) },
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: record },
  ]
  const left = [0, 2_560, 0]
  const usage = () => ({
    ...{ prompt_tokens: 3_000, completion_tokens: 1 },
    prompt_tokens_details: { cached_tokens: left.shift() },
  })
  const service = serviceInMemory({ upstream: () => upstreamAnswer(200, [JSON.stringify({ usage: usage() })]) })
  const pipeline = exchange({ name: 'chat-completions', dialect: dialects['chat-completions'] }, service.deployment)
  for (const [at, count] of [1, 3, 5].entries()) {
    const body = JSON.stringify({ model: 'gpt-5.4', messages: all.slice(0, count) })
    const headers = { authorization: 'Bearer key' }
    const asked = { body, headers, path: routes['chat-completions'].path, id: `0${at}` }
    await received(await pipeline(service.request(asked)))
  }
  const reasons = [...service.receipts.values()].map(({ reason }) => reason)
  expect(reasons).toEqual([undefined, undefined, 'cache-not-read'])
  expect(service.counted).toEqual(['CacheContradicted'])
})
