// The memory of bodies while an answer streams: given back once nobody reads them, and not before.

import { expect, it } from 'vitest'
import type { Inbound } from '../../../core/http/inbound.ts'
import {
  received,
  type ServiceInMemoryOptions,
  serviceInMemory,
  upstreamAnswer,
} from '../../../testkit/memory/service-in-memory.ts'
import { messages } from './exchanging.ts'

const large = '\u001b[32mline\u001b[0m of a log, and another one\n'.repeat(4_000)
const bodyWith = (content: string): Buffer => {
  const calls = [{ type: 'tool_use', id: 'c', name: 'lookup', input: {} }]
  const results = [{ type: 'tool_result', tool_use_id: 'c', content }]
  return Buffer.from(
    JSON.stringify({
      model: 'claude-opus-5',
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: calls },
        { role: 'user', content: results },
      ],
    }),
  )
}

/** What is left of the body that was received, and of the one that was sent, while the answer streams; and what the answer was. */
const streamed = async (
  change: Partial<Omit<Inbound, 'headers'>> & { readonly body: Buffer },
  isSent: (() => boolean) | undefined,
  options: ServiceInMemoryOptions = {},
) => {
  const service = serviceInMemory({
    upstream: () => ({ ...upstreamAnswer(200, ['{"a"', ':1}']), ...(isSent === undefined ? {} : { isSent }) }),
    ...options,
  })
  const reply = await messages(service, change)
  const said = await received(reply)
  const [sent] = service.sent
  if (sent === undefined) throw new Error('nothing was sent')
  return { left: change.body.length, leftSent: sent.body.length, said, receipts: [...service.receipts.values()] }
}

it('is given back, of the body that came and of the one that left', async () => {
  const told = await streamed({ body: bodyWith(large), ownsBody: true }, () => true)
  expect([told.left, told.leftSent, told.said]).toEqual([0, 0, '{"a":1}'])
  const kept = await streamed({ body: bodyWith(large) }, () => true)
  expect(kept.leftSent).toBeLessThan(kept.left)
  // What is known of an exchange is known before.
  expect(told.receipts).toEqual(
    kept.receipts.map((receipt) => ({ ...receipt, millisecondsPerStep: expect.anything() })),
  )
})

it('is given back where nothing was taken out, and where nothing was read', async () => {
  const plain = await streamed({ body: bodyWith('word '.repeat(30_000)), ownsBody: true }, () => true)
  expect(plain.left).toBe(0)
  const unread = { path: '/provider-a/v1/messages/batches', body: bodyWith(large), ownsBody: true as const }
  expect((await streamed(unread, () => true)).left).toBe(0)
})

it('is kept while the upstream has not taken all of it, and where nobody can tell', async () => {
  for (const isSent of [() => false, undefined]) {
    const { left, leftSent } = await streamed({ body: bodyWith(large), ownsBody: true }, isSent)
    expect(leftSent).toBeLessThan(left)
    expect(leftSent).toBeGreaterThan(0)
  }
})

it('is kept until a rejected short form was sent again as it came', async () => {
  const body = bodyWith(large)
  const statuses = [400, 200]
  let again = 0
  const upstream: ServiceInMemoryOptions['upstream'] = ({ body: sent }) => {
    again = sent.length
    return { ...upstreamAnswer(statuses.shift() ?? 500, ['{}']), isSent: () => true }
  }
  const length = body.length
  const { left, leftSent } = await streamed({ body, ownsBody: true }, undefined, { upstream })
  expect([again, left]).toEqual([length, 0])
  // Whether the first upstream has read the short form to its end, nobody knows.
  expect(leftSent).toBeGreaterThan(0)
})

it('is not missed by the compressor, which is asked behind the stream', async () => {
  const prose = Array.from({ length: 4_000 }, (_, index) => `Line ${index} of what the tool has said.`).join('\n')
  const asked = async (ownsBody: boolean) => {
    const service = serviceInMemory({ upstream: () => ({ ...upstreamAnswer(200, ['{}', ' ']), isSent: () => true }) })
    await received(await messages(service, { body: bodyWith(prose), ...(ownsBody ? { ownsBody } : {}) }))
    return service.asked
  }
  const texts = await asked(true)
  expect(texts).toEqual(await asked(false))
  expect(texts.length).toBeGreaterThan(0)
})
