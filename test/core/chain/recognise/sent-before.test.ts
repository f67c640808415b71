import { describe, expect, it } from 'vitest'
import type { CompactionMode } from '../../../../core/access/policy.ts'
import { received, serviceInMemory } from '../../../../testkit/memory/service-in-memory.ts'
import { messages } from '../../exchange/exchanging.ts'

/** A record with blanks, and without them long enough to be cached. */
const recordOf = (number: number): string =>
  JSON.stringify(
    Array.from({ length: 1_500 }, (_, index) => ({ number: number + index, state: 'open' })),
    undefined,
    2,
  )

const lookedUp = (number: number, marked: boolean): readonly unknown[] => [
  { role: 'assistant', content: [{ type: 'tool_use', id: `t${number}`, name: 'lookup', input: { number } }] },
  {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: `t${number}`,
        content: recordOf(number),
        ...(marked ? { cache_control: { type: 'ephemeral' } } : {}),
      },
    ],
  },
]

/** The first request that the service sees of a conversation of three turns. */
const bodyOf = (marked = true, model = 'claude-sonnet-4-5'): string =>
  JSON.stringify({
    model,
    messages: [{ role: 'user', content: 'go' }, ...lookedUp(1, false), ...lookedUp(2, marked)],
  })

/** A conversation that begins with the same words, up to the result of this number, to another model. */
const beginning = (model: string, number = 1): string =>
  JSON.stringify({
    model,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }, ...lookedUp(number, true)],
  })

const first = (model: string): string =>
  JSON.stringify({
    model,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'go', cache_control: { type: 'ephemeral' } }] }],
  })

/** Characters of each result as it is forwarded, and what the compressor was asked about before that. `before`: what was asked first. */
const forwarded = async (mode: CompactionMode, body: string, before: readonly string[] = []) => {
  const service = serviceInMemory({ account: { compaction: { mode, compressor: 'adeline-1' } } })
  for (const one of before) await received(await messages(service, { body: one }))
  service.sent.splice(0)
  service.asked.splice(0)
  const reply = await messages(service, { body })
  const asked = service.asked.flatMap(({ texts }) => texts)
  await received(reply)
  const { messages: sent } = JSON.parse(String(service.sent[0]?.body))
  return { lengths: [2, 4].map((index) => sent[index].content[0].content.length), asked }
}

const [old, fresh] = [recordOf(1), recordOf(2)]

describe('a conversation that the service meets with a history', () => {
  it('has that sent as it came, and what is new without its blanks', async () => {
    const { lengths } = await forwarded('repeated', bodyOf())
    expect(lengths).toEqual([old.length, JSON.stringify(JSON.parse(fresh)).length])
  })

  it('has the compressor asked about what is new alone, before it is sent', async () => {
    const { lengths, asked } = await forwarded('arrival', bodyOf())
    expect(lengths[0]).toBe(old.length)
    expect(asked).toEqual([fresh])
  })

  it('has nothing kept for it that another model has been sent', async () => {
    const { lengths } = await forwarded('repeated', bodyOf(), [first('claude-opus-5'), beginning('claude-opus-5')])
    expect(lengths).toEqual([old, fresh].map((text) => JSON.stringify(JSON.parse(text)).length))
  })

  it('has it sent as it came although another model has been asked the same first, and has answered otherwise', async () => {
    const { lengths } = await forwarded('repeated', bodyOf(), [first('claude-opus-5'), beginning('claude-opus-5', 7)])
    expect(lengths).toEqual([old.length, JSON.stringify(JSON.parse(fresh)).length])
  })

  it('has it sent as it came also where one that begins so was met in the same cache', async () => {
    const model = 'claude-sonnet-4-5'
    const first = { role: 'user', content: 'go' }
    const other = JSON.stringify({ model, messages: [first, ...lookedUp(7, true)] })
    const body = JSON.stringify({
      model,
      messages: [first, ...lookedUp(1, false), ...lookedUp(2, false), ...lookedUp(3, true)],
    })
    const { lengths } = await forwarded('repeated', body, [other])
    expect(lengths).toEqual([old.length, fresh.length])
  })

  it('has nothing kept for it where nothing was to be cached', async () => {
    const { lengths } = await forwarded('repeated', bodyOf(false))
    expect(lengths).toEqual([old, fresh].map((text) => JSON.stringify(JSON.parse(text)).length))
  })
})
