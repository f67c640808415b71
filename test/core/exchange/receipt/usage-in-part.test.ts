// What becomes of a provider's report that leaves out what it has written to its cache.

import { expect, it } from 'vitest'
import { decodeState } from '../../../../core/chain/record/codec.ts'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../../core/chain/record/store.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { received, serviceInMemory, upstreamAnswer } from '../../../../testkit/memory/service-in-memory.ts'
import { messages } from '../exchanging.ts'

/** So many turns of a person behind a system text, the last of them marked or not. */
const bodyOf = (turns: number, marked: boolean, system: string): string => {
  const said = Array.from({ length: turns }, (_, index) => {
    const marker = marked && index === turns - 1 ? { cache_control: { type: 'ephemeral' } } : {}
    const text = { type: 'text', text: `${index} ${'some words '.repeat(2_000)}`, ...marker }
    return [
      { role: 'user', content: [text] },
      { role: 'assistant', content: `answer ${index}` },
    ]
  })
  return JSON.stringify({ model: 'claude-sonnet-4-5', system, messages: said.flat().slice(0, -1) })
}

const whole = [
  { input_tokens: 3, cache_read_input_tokens: 0, cache_creation_input_tokens: 4_000, output_tokens: 1 },
  { input_tokens: 3, cache_read_input_tokens: 4_000, cache_creation_input_tokens: 4_000, output_tokens: 1 },
]
const inPart = whole.map(({ cache_creation_input_tokens: _, ...usage }) => usage)

/** A conversation of some turns: its receipts, what its last record says that its prompts had in tokens, and that record. */
const played = async (usages: readonly object[], marked = true, systems: readonly string[] = []) => {
  const left = [...usages]
  const records = new Map<string, StoredRecord>()
  const service = serviceInMemory({
    upstream: () => upstreamAnswer(200, [JSON.stringify({ usage: left.shift() })]),
    ports: { chains: rememberedChains(memoryChains(records)) },
  })
  for (const turn of usages.keys())
    await received(
      await messages(service, { body: bodyOf(turn + 1, marked, systems[turn] ?? 'You help.'), id: `0${turn}` }),
    )
  const ofTurns = [...records].filter(([key]) => !key.includes('.'))
  const states = ofTurns.map(([, { state }]) => decodeState(state))
  const last = states.find(({ cachedEnds }) => cachedEnds.at(-1)?.turn === usages.length)
  const estimated = [...service.receipts.values()].map((receipt) => receipt.estimated)
  return { estimated, counted: [last?.inputTokens, last?.counts?.map(({ tokens }) => tokens)], last }
}

it('its receipt is an estimate, and nobody has counted the prompt', async () => {
  expect(await played(whole)).toMatchObject({ estimated: [false, false], counted: [8_003, [4_003, 8_003]] })
  const { last, ...told } = await played([whole[0] ?? {}, inPart[1] ?? {}])
  expect(told).toEqual({ estimated: [false, true], counted: [0, [4_003]] })
  expect(last?.tokensPerCharacter).toBe((await played(whole.slice(0, 1))).last?.tokensPerCharacter)
})

it('the provider may hold what it does not tell that it has written', async () => {
  const { last } = await played(inPart.slice(0, 1))
  expect(last?.cachedEnds.at(-1)?.possiblyUntil).toBeGreaterThan(last?.sentAt ?? 0)
})

it('what is read behind it and other texts need not be all of it', async () => {
  const { last } = await played([inPart[0] ?? {}, { ...whole[1], cache_read_input_tokens: 100 }], true, ['a', 'b'])
  expect(last?.evidence.frameHits).toBe(0)
})

it('what was read of it is told all the same', async () => {
  const [first = {}] = whole
  const [, second = {}] = inPart
  const { estimated } = await played([first, second, whole[1] ?? {}])
  expect(estimated).toEqual([false, true, false])
})

it('where nothing is to be cached, nothing was written', async () => {
  expect((await played(inPart, false)).estimated).toEqual([false, false])
})
