import { describe, expect, it } from 'vitest'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../../core/chain/record/store.ts'
import { backgroundSlots } from '../../../../core/compaction/background/background-slots.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { halvingCompressor, received, serviceInMemory } from '../../../../testkit/memory/service-in-memory.ts'
import { statesIn } from '../../chain/records.ts'
import { messages } from '../../exchange/exchanging.ts'

describe('background slots', () => {
  it('are as many as there are, and one is free again once it is left', () => {
    const places = backgroundSlots(2).of('acme')
    const leave = places.take()
    expect(places.take()).toBeDefined()
    expect(places.take()).toBeUndefined()
    leave?.()
    expect(places.take()).toBeDefined()
    expect(places.take()).toBeUndefined()
  })

  it('are never all taken by one account: another that holds none finds a spare one', () => {
    const slots = backgroundSlots(2, 2)
    const [busy, quiet, third, late] = ['busy', 'quiet', 'third', 'late'].map((name) => slots.of(name))
    const leave = [busy?.take(), busy?.take()]
    expect(busy?.take()).toBeUndefined()
    const leaveSpare = quiet?.take()
    expect(leaveSpare).toBeDefined()
    expect(quiet?.take()).toBeUndefined()
    expect(third?.take()).toBeDefined()
    expect(late?.take()).toBeUndefined()
    leaveSpare?.()
    expect(late?.take()).toBeDefined()
    for (const one of leave) one?.()
    expect(busy?.take()).toBeDefined()
    expect(busy?.take()).toBeUndefined()
  })

  it('are held by the account that sends', async () => {
    const service = serviceInMemory()
    const asked: string[] = []
    const backgroundSlots = {
      of: (account: string) => {
        asked.push(account)
        return { take: () => undefined }
      },
    }
    const deployment = { ...service.deployment, backgroundSlots }
    await received(await messages({ ...service, deployment }, { body: body(1) }))
    expect(asked).toEqual([service.account.accountId])
  })
})

const bodyOf = (messages: readonly unknown[]): string => JSON.stringify({ model: 'claude-sonnet-4-5', messages })

const begun = (number: number): readonly unknown[] => [
  { role: 'user', content: `go ${number}` },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'lookup', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: `result number ${number}` }] },
]

/** A conversation of its own, with one result that nobody has judged. */
const body = (number: number): string => bodyOf(begun(number))

describe('exchanges that decide at the same time', () => {
  it('are eight at most: the ninth is answered at once, asks nothing, and its text may be asked about as before', async () => {
    const answers = Promise.withResolvers<void>()
    const records = new Map<string, StoredRecord>()
    const service = serviceInMemory({
      ports: { chains: rememberedChains(memoryChains(records)) },
      compressor: async (request, signal) => {
        await answers.promise
        return halvingCompressor(request, signal)
      },
    })
    const send = (number: number) => messages(service, { body: body(number), id: `exchange-${number}` })
    const decisions = (): unknown[] =>
      statesIn(records).flatMap(({ segments }) => segments.map(({ decision }) => decision))

    const deciding = [1, 2, 3, 4, 5, 6, 7, 8].map(async (number) => received(await send(number)))
    while (service.asked.length < 8) await new Promise(setImmediate)
    await received(await send(9))
    expect(service.asked).toHaveLength(8)
    expect(decisions()).toEqual([{ kind: 'pending', asked: 0 }])

    answers.resolve()
    await Promise.all(deciding)
    await received(await send(10))
    expect(service.asked).toHaveLength(9)
    expect(decisions().slice(1)).toEqual(Array.from({ length: 9 }, () => expect.objectContaining({ kind: 'shorter' })))
  })
})

/** A question behind a result that others begin with as well. */
const asked = (text: string): string => {
  // Of which half is long enough to be cached.
  const [user, call] = begun(1)
  const result = { type: 'tool_result', tool_use_id: 't', content: 'line\n'.repeat(20_000) }
  const question = { type: 'text', text, cache_control: { type: 'ephemeral' } }
  return bodyOf([user, call, { role: 'user', content: [result, question] }])
}

describe('an exchange that finds no free slot', () => {
  it('says how a text was shortened at once: another conversation that begins so sends it in the same form', async () => {
    const inMemory = serviceInMemory({ account: { compaction: { mode: 'arrival', compressor: 'adeline-1' } } })
    const deployment = { ...inMemory.deployment, backgroundSlots: { of: () => ({ take: () => undefined }) } }
    const service = { ...inMemory, deployment }
    for (const question of ['what is it?', 'what is it not?'])
      await received(await messages(service, { body: asked(question) }))

    const forwarded = service.sent.map((sent) => JSON.parse(String(sent.body)).messages[2].content[0].content.length)
    expect(forwarded).toEqual([50_000, 50_000])
  })
})
