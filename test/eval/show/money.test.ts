// What is shown in money is what the ledger comes to when the same conversation goes through the pipeline: once when the
// provider's cache has forgotten it, and again when it is read from there.

import { describe, expect, it } from 'vitest'
import { rememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../core/chain/record/store.ts'
import { type DialectId, dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import { listPriceOf } from '../../../core/savings/list-prices.ts'
import { moneyOf } from '../../../core/savings/money.ts'
import { benchCompressor } from '../../../eval/cost/engine.ts'
import { answerOf } from '../../../eval/cost/provider/usage.ts'
import { conversationIn } from '../../../local/show/conversation.ts'
import { worthOf } from '../../../local/show/money.ts'
import { shownOf } from '../../../local/show/shown.ts'
import { routes } from '../../../testkit/data/conversation.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'
import { noon, received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import { claude, files, gpt } from './conversations.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Longer than what any provider needs for caching it. */
const long = 'word '.repeat(9_000)
const marked = { cache_control: { type: 'ephemeral' } }

/** What stands before and behind the conversation, as a client of the dialect sends it. */
const bodyIn = (text: string, dialect: DialectId, model: string, turns: number): string => {
  const said: { messages?: object[]; input?: object[] } = JSON.parse(text)
  const more = Array.from({ length: turns }, (_, at) => [
    { role: 'assistant', content: `${at} is done` },
    { role: 'user', content: [{ type: dialect === 'responses' ? 'input_text' : 'text', text: 'go on' }] },
  ]).flat()
  if (dialect === 'responses')
    return JSON.stringify({ model, instructions: long, input: [...(said.input ?? []), ...more], store: false })
  const messages = [...(said.messages ?? []), ...more]
  if (dialect === 'chat-completions')
    return JSON.stringify({ model, messages: [{ role: 'system', content: long }, ...messages] })
  const last = messages.at(-1)
  const content = last !== undefined && 'content' in last && Array.isArray(last.content) ? last.content : []
  const end = {
    ...last,
    content: content.map((block: object, at) => (at === content.length - 1 ? { ...block, ...marked } : block)),
  }
  return JSON.stringify({
    model,
    system: [{ type: 'text', text: long, ...marked }],
    messages: [...messages.slice(0, -1), end],
  })
}

describe.each(Object.entries(files))('the money of %s', (_name, file) => {
  it('is the ledger’s, uncached and read from the cache', async () => {
    const conversation = conversationIn(file)
    const { dialect, model = '' } = conversation
    expect(model).toBe(dialect === 'messages' ? claude : gpt)
    const records = new Map<string, StoredRecord>()
    const netOf = async (body: string, now: number, read: number, uncached: number): Promise<number> => {
      const service = serviceInMemory({
        account: { compaction: { mode: 'repeated', compressor: 'adeline-1' } },
        upstream: () =>
          upstreamAnswer(200, [JSON.stringify(answerOf(dialect, { read, uncached, written: 0, writtenLong: 0 }))]),
        ports: { chains: rememberedChains(memoryChains(records)), compressor: benchCompressor(), now: () => now },
      })
      const request = service.request({
        body,
        path: routes[dialect].path,
        receivedAt: now,
        headers: dialect === 'messages' ? {} : { 'x-api-key': undefined, authorization: 'Bearer key' },
      })
      await received(await exchange({ name: dialect, dialect: dialects[dialect] }, service.deployment)(request))
      const [receipt] = [...service.receipts.values()]
      return (receipt?.effectiveTokensBefore ?? Number.NaN) - (receipt?.effectiveTokensAfter ?? Number.NaN)
    }
    const body = (turns: number): string => bodyIn(String(conversation.transcript.tape.text), dialect, model, turns)
    const shown = shownOf(conversationIn(body(4)).transcript)
    const gone = shown.reduce((sum, { tokens, tokensLeft }) => sum + tokens - tokensLeft, 0)
    expect(gone).toBeGreaterThan(200)

    // A provider that was never seen to cache it has it cold for certain.
    for (let turns = 0; turns < 4; turns += 1) await netOf(body(turns), noon + turns * minute, 0, 11_000)
    const cold = await netOf(body(4), noon + 3 * day, 0, 10_000)
    const warm = await netOf(body(5), noon + 3 * day + minute, 9_990, 10)
    const price = listPriceOf(model) ?? Number.NaN
    const worth = worthOf(gone, conversation)
    expect(worth?.uncached).toBeCloseTo(moneyOf([{ model, net: cold }], { [model]: price }).dollars, 7)
    expect(worth?.cached).toBeCloseTo(moneyOf([{ model, net: warm }], { [model]: price }).dollars, 7)
  })
})

it('a model without a list price has none, unless it is given', () => {
  expect(worthOf(1_000_000, { dialect: 'messages', model: 'unheard-of' })).toBeUndefined()
  expect(worthOf(1_000_000, { dialect: 'messages' })).toBeUndefined()
  expect(worthOf(1_000_000, { dialect: 'messages', model: 'claude-x' }, 3)).toEqual({ uncached: 3, cached: 0.3 })
})
