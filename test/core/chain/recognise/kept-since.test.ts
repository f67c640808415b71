import { describe, expect, it } from 'vitest'
import { ofTurnAlone } from '../../../../core/chain/identity/turn-alone.ts'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../../core/chain/record/store.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { exchange } from '../../../../core/exchange/exchange.ts'
import { StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { noon, received, serviceInMemory } from '../../../../testkit/memory/service-in-memory.ts'

/** With blanks, and without them long enough to be cached. */
const recordOf = (call: string): string =>
  JSON.stringify(
    Array.from({ length: 1_500 }, (_, number) => ({ number, call })),
    undefined,
    2,
  )
const withoutBlanks = (text: string): string => JSON.stringify(JSON.parse(text))

const go = { role: 'user', content: 'go' }
const callOf = (call: string) => ({
  type: 'function_call',
  call_id: call,
  name: 'lookup',
  arguments: `{"of":"${call}"}`,
})
const outputOf = (call: string) => ({ type: 'function_call_output', call_id: call, output: recordOf(call) })
const historyOf = (calls: readonly string[]): object[] => [
  go,
  ...calls.flatMap((call) => [{ role: 'assistant', content: `look up ${call}` }, callOf(call), outputOf(call)]),
]

interface Sends {
  /** The calls whose results it brings. */
  readonly whole?: readonly string[]
  readonly behindName?: string
  readonly later?: number
  readonly model?: string
}

/** A client of Responses, in a process of its own with each request. */
const client = () => {
  const records = new Map<string, StoredRecord>()
  const memory = memoryChains(records)
  const clock = { now: noon }
  const table = { isGone: false }
  const reasons: (string | undefined)[] = []
  return {
    /** Of the receipts. */
    reasons,
    records,
    table,
    /** The outputs as they are forwarded: which of them are as they came, in order. */
    async sends({ whole, behindName, later = 1_000, model = 'gpt-4.1' }: Sends): Promise<readonly boolean[]> {
      clock.now += later
      const chains = rememberedChains({
        ...memory,
        find: async (heads, now) => {
          if (table.isGone && heads.some((head) => head.startsWith(ofTurnAlone))) throw new StoreUnreachable('gone')
          return memory.find(heads, now)
        },
      })
      const service = serviceInMemory({ ports: { chains, now: () => clock.now } })
      const pipeline = exchange({ name: 'responses', dialect: dialects.responses }, service.deployment)
      const body =
        behindName === undefined
          ? { model, store: true, input: historyOf(whole ?? []) }
          : { model, store: true, previous_response_id: 'resp_1', input: [outputOf(behindName)] }
      const request = service.request({
        body: JSON.stringify(body),
        path: '/provider-b/v1/responses',
        headers: { 'x-api-key': undefined, authorization: 'Bearer sk-1' },
        receivedAt: clock.now,
      })
      await received(await pipeline(request))
      reasons.push([...service.receipts.values()].at(-1)?.reason)
      const { input } = JSON.parse(String(service.sent.at(-1)?.body))
      const outputs: { call_id: string; output: string }[] = input.filter(({ output }: { output?: string }) => output)
      return outputs.map(({ call_id, output }) => {
        const came = recordOf(call_id)
        expect([came, withoutBlanks(came)]).toContain(output)
        return output === came
      })
    },
  }
}

describe('a client that names the answer it goes on from', () => {
  it('finds what its provider has kept as it came, behind what went shortened, once it brings all', async () => {
    const { sends } = client()
    expect(await sends({ whole: ['a'] })).toEqual([false])
    expect(await sends({ behindName: 'b' })).toEqual([true])
    expect(await sends({ behindName: 'c' })).toEqual([true])
    expect(await sends({ whole: ['a', 'b', 'c', 'd'] })).toEqual([false, true, true, false])
    expect(await sends({ whole: ['a', 'b', 'c', 'd', 'e'] })).toEqual([false, true, true, false, false])
  })

  it('finds it so behind more turns than would tell that it had gone past the service', async () => {
    const { sends } = client()
    const named = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    await sends({ whole: ['a'] })
    for (const call of named) await sends({ behindName: call })
    expect(await sends({ whole: ['a', ...named, 'j'] })).toEqual([false, ...named.map(() => true), false])
  })

  it('finds its newest turn so, if that has gone behind the name before', async () => {
    const { sends } = client()
    await sends({ whole: ['a'] })
    await sends({ behindName: 'b' })
    await sends({ behindName: 'c' })
    expect(await sends({ whole: ['a', 'b', 'c'] })).toEqual([false, true, true])
  })

  it('finds a turn so that went with all before, and again behind the name since', async () => {
    const { sends } = client()
    await sends({ whole: ['a'] })
    expect(await sends({ whole: ['a', 'b'] })).toEqual([false, false])
    await sends({ behindName: 'b' })
    await sends({ behindName: 'c' })
    expect(await sends({ whole: ['a', 'b', 'c', 'd'] })).toEqual([false, true, true, false])
  })

  it('finds a turn so again, however many have gone behind a name since', async () => {
    const { sends } = client()
    const named = Array.from({ length: 16 }, (_, turn) => `named ${turn}`)
    await sends({ whole: ['a'] })
    await sends({ whole: ['a', 'b'] })
    for (const call of ['b', ...named]) await sends({ behindName: call })
    const found = await sends({ whole: ['a', 'b', ...named, 'd'] })
    expect(found).toEqual([false, true, ...named.map(() => true), false])
  })

  it('loses blanks there as well once its provider has forgotten it', async () => {
    const { sends } = client()
    await sends({ whole: ['a'] })
    await sends({ behindName: 'b' })
    const later = 40 * 3_600_000
    expect(await sends({ whole: ['a', 'b', 'c'], later })).toEqual([false, false, false])
  })

  it('tells nothing of turns that went to another model, or with all of the history', async () => {
    const { sends } = client()
    await sends({ whole: ['a'] })
    await sends({ behindName: 'b', model: 'gpt-4o' })
    expect(await sends({ whole: ['a', 'b', 'c'] })).toEqual([false, false, false])
  })

  it('goes on from its record where nobody can tell how its turns went', async () => {
    const { sends, table, reasons } = client()
    await sends({ whole: ['a'] })
    await sends({ behindName: 'b' })
    table.isGone = true
    expect(await sends({ whole: ['a', 'b', 'c'] })).toEqual([false, false, false])
    expect(reasons.at(-1)).toBeUndefined()
  })

  it('leaves a digest and times, and no text, name or key', async () => {
    const { sends, records } = client()
    await sends({ behindName: 'b' })
    const noted = [...records].filter(([key]) => key.startsWith(ofTurnAlone))
    expect(noted).toEqual([
      [
        expect.stringMatching(/^turn\.[\w-]{43}$/),
        { state: Uint8Array.of(1), lastSentAt: noon + 1_000, coldAt: expect.any(Number) },
      ],
    ])
    expect(records.size).toBe(1)
  })
})
