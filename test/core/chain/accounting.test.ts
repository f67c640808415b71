// What a conversation's changes cost, as its receipts say it: nothing hidden, and nothing claimed that was not there.

import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { rememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../core/chain/record/store.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import { effectiveTokensRewritten, effectiveTokensSaved } from '../../../core/ledger/effective.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'
import { noon, received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import { type CacheUsage, cachingProvider } from '../../../testkit/provider/caching-provider.ts'
import { chat } from '../exchange/exchanging.ts'
import { statesIn } from './records.ts'

const minute = 60_000
const long = (word: string): string => Array.from({ length: 600 }, (_, index) => `${word}${index}`).join(' ')

interface Asked {
  readonly turns: number
  readonly model?: string
  readonly marked?: boolean
  readonly statuses?: readonly number[]
  readonly silent?: boolean
  /** What the provider answers in place of what it used. */
  readonly answered?: object
  /** What stands around the conversation. */
  readonly around?: object
}

const bodyOf = ({ turns, model = 'claude-opus-5', marked = true, around = {} }: Asked): string => {
  const text = JSON.stringify({
    model,
    ...around,
    messages: [
      { role: 'user', content: 'go' },
      ...Array.from({ length: turns }, (_, turn) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: `t${turn}`, name: 'lookup', input: {} }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: `t${turn}`,
              content: JSON.stringify({ words: long(`w${turn}`).split(' ') }, null, 1),
              cache_control: { type: 'ephemeral' },
            },
          ],
        },
      ]).flat(),
    ],
  })
  return marked ? text : text.replaceAll(',"cache_control":{"type":"ephemeral"}', '')
}

const conversation = () => {
  const records = new Map<string, StoredRecord>()
  const state = { now: noon }
  const provider = cachingProvider()
  const ask = async (asked: Asked) => {
    const left = [...(asked.statuses ?? [])]
    let usage: CacheUsage | undefined
    const service = serviceInMemory({
      account: { compaction: { mode: 'repeated', compressor: 'adeline-1' } },
      upstream: (outbound) => {
        const status = left.shift() ?? 200
        if (status === 200) usage = provider.usage(String(outbound.body), state.now)
        return upstreamAnswer(status, [JSON.stringify(asked.answered ?? (asked.silent === true ? {} : { usage }))])
      },
      ports: { chains: rememberedChains(memoryChains(records)), now: () => state.now },
    })
    const line = exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)
    const reply = await line({ ...service.request({ body: bodyOf(asked) }), receivedAt: state.now })
    // The answer streams for longer than the process rests.
    await setImmediate()
    // Of conversations alone: no digest has a dot, and all other keys have one.
    const times = [...records].flatMap(([head, { lastSentAt }]) => (head.includes('.') ? [] : [lastSentAt]))
    await received(reply)
    const [receipt] = [...service.receipts.values()] as [Receipt]
    return { receipt, usage, forwarded: String(service.sent.at(-1)?.body), timesBeforeTheEnd: times }
  }
  const states = () => statesIn(records)
  return { ask, state, states }
}

/** Two turns of a conversation with an automatic cache, this long apart; the second reads nothing. */
const afterAPause = async (pause: number): Promise<Receipt | undefined> => {
  const records = new Map<string, StoredRecord>()
  const usage = { prompt_tokens: 9_000, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 0 } }
  const turn = (index: number) => [
    { role: 'assistant', content: null, tool_calls: [{ id: `t${index}`, function: { arguments: '{}' } }] },
    { role: 'tool', tool_call_id: `t${index}`, content: JSON.stringify(long(`w${index}`).split(' '), null, 1) },
  ]
  const answer = async (messages: readonly object[], now: number) => {
    const service = serviceInMemory({
      account: { compaction: { mode: 'repeated', compressor: 'adeline-1' } },
      upstream: () => upstreamAnswer(200, [JSON.stringify({ usage })]),
      ports: { chains: rememberedChains(memoryChains(records)), now: () => now },
    })
    const line = exchange({ name: 'chat-completions', dialect: dialects['chat-completions'] }, service.deployment)
    const body = JSON.stringify({ model: 'gpt-5.1', messages: [{ role: 'user', content: 'go' }, ...messages] })
    await received(await line({ ...service.request({ ...chat, body }), receivedAt: now }))
    return [...service.receipts.values()][0]
  }
  await answer(turn(0), noon)
  return answer([...turn(0), ...turn(1)], noon + pause)
}

const net = ({ effectiveTokensBefore = 0, effectiveTokensAfter = 0 }: Receipt): number =>
  effectiveTokensBefore - effectiveTokensAfter

describe('a request that was not served', () => {
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  it.each([
    ['an answer that begins with an error', { answered: overloaded }, 'error-in-answer'],
    ['an error that says so as well', { statuses: [529], answered: overloaded }, undefined],
    ['a redirect', { statuses: [307], silent: true }, undefined],
  ] as const)('costs nothing and saves nothing: %s', async (_, answer, reason) => {
    const { receipt } = await conversation().ask({ turns: 2, ...answer })
    expect(receipt).toMatchObject({ tokensSaved: 0, cacheRewriteTokens: 0, estimated: false })
    expect(receipt.reason).toBe(reason)
    expect(receipt.effectiveTokensBefore).toBeUndefined()
  })
})

describe('a conversation', () => {
  it('that a provider says nothing of is valued as one that is read from its cache', async () => {
    const { ask } = conversation()
    await ask({ turns: 1, silent: true })
    const { receipt } = await ask({ turns: 2, silent: true })

    expect(receipt.estimated).toBe(true)
    expect(net(receipt)).toBeLessThan(0.7 * receipt.tokensSaved)
  })

  it('may not spend what is only estimated', async () => {
    const { ask, states } = conversation()
    for (const turns of [1, 2]) await ask({ turns, silent: true })
    const { receipt } = await ask({ turns: 3, silent: true })
    expect(net(receipt)).toBeGreaterThan(0)
    expect(states().map(({ savedEffectiveTokens }) => savedEffectiveTokens)).toEqual([0, 0, 0])
    await ask({ turns: 4 })
    expect(states().at(-1)?.savedEffectiveTokens).toBeGreaterThan(0)
  })

  it('of another model is another one: what that has cached says nothing of this one', async () => {
    const { ask, state } = conversation()
    await ask({ turns: 2 })
    state.now += 10 * minute
    expect((await ask({ turns: 3 })).receipt.engineVersion).toBeDefined()
    const { forwarded } = await ask({ turns: 4, model: 'claude-opus-4-5' })
    expect(forwarded).toContain('w0399')
  })

  it('stays warm when one of its requests asks for no cache', async () => {
    const { ask, state } = conversation()
    await ask({ turns: 1 })
    state.now += 10_000
    const { forwarded } = await ask({ turns: 2, marked: false })
    expect(forwarded).toContain('w0399')
  })

  it('notes that it is used again while the answer still streams', async () => {
    const { ask, state } = conversation()
    await ask({ turns: 1 })
    state.now += 2 * minute
    const { timesBeforeTheEnd } = await ask({ turns: 2 })
    // That of the turn before, and what this one has left by then.
    expect(timesBeforeTheEnd).toEqual([state.now, state.now])
  })

  it('counts against us that its original was sent where its shorter form was cached', async () => {
    const { ask } = conversation()
    await ask({ turns: 2 })
    const { receipt, usage } = await ask({ turns: 3, statuses: [400, 200] })

    expect(receipt).toMatchObject({ retriedVerbatim: true, status: 200 })
    expect(usage?.cache_read_input_tokens).toBeLessThan(100)
    expect(receipt.cacheRewriteTokens).toBeGreaterThan(1_000)
    expect(net(receipt)).toBeLessThan(0)
  })
})

describe('a short conversation of which an automatic cache has nothing', () => {
  it('has nothing counted against us: its first text was sent whole, because a shorter prompt might not be cached', async () => {
    const receipt = await afterAPause(4 * minute)
    expect(receipt?.tokensSaved).toBeGreaterThan(100)
    expect(receipt?.cacheRewriteTokens).toBe(0)
  })

  it('has nothing counted against us after a pause either: such a cache may forget any conversation', async () => {
    const receipt = await afterAPause(20 * minute)
    expect(receipt?.tokensSaved).toBeGreaterThan(100)
    expect(receipt?.cacheRewriteTokens).toBe(0)
  })
})

describe('what the provider has counted of a conversation', () => {
  const countedTurns = async (around: object) => {
    const { ask, state, states } = conversation()
    for (const turns of [1, 2]) await ask({ turns })
    state.now += minute
    await ask({ turns: 3, around })
    return states().map(({ counts = [] }) => counts.map(({ turn }) => turn))
  }

  it('counts behind other settings too', async () => {
    expect(await countedTurns({ tool_choice: { type: 'any' } })).toContainEqual([2, 3, 4])
  })

  it('does not behind other texts', async () => {
    expect(await countedTurns({ system: 'Be brief.' })).toContainEqual([4])
  })
})

it('a change after which nothing is read costs what was deleted too: it would have been read', () => {
  const prices = { read: 0.1, write: 1.25, writeLong: 2 }
  const usage = {
    inputTokens: 6_000,
    cacheReadTokens: 0,
    cacheWriteTokens: 6_000,
    cacheWriteLongTokens: 0,
    outputTokens: 0,
  }
  const saved = effectiveTokensSaved(
    { tokensSaved: 4_000, tokensSavedOfRead: 4_000, tokensSavedOfLong: 0 },
    usage,
    prices,
  )
  expect(saved - effectiveTokensRewritten(6_000, usage, prices)).toBeCloseTo(10_000 * 0.1 - 6_000 * 1.25)
})
