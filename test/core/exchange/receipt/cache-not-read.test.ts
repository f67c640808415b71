// A provider that has read a conversation from its cache, and then says that it has read nothing of what it was sent again.

import { expect, it } from 'vitest'
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
