// The first byte of an answer waits for nothing that is decided behind it.

import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import { UpstreamFailed } from '../../../core/upstream/send.ts'
import {
  halvingCompressor,
  received,
  serviceInMemory,
  upstreamAnswer,
} from '../../../testkit/memory/service-in-memory.ts'

const body = JSON.stringify({
  model: 'claude-sonnet-4-5',
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'lookup', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't1', content: 'orders were shipped '.repeat(200) }],
    },
  ],
})

const started = async () => {
  const rest = Promise.withResolvers<void>()
  const service = serviceInMemory({
    compressor: halvingCompressor,
    upstream: () => ({
      status: 200,
      headers: [['content-type', 'text/event-stream']],
      body: (async function* () {
        yield Buffer.from('data: 1\n\n')
        await rest.promise
        yield Buffer.from('data: 2\n\n')
      })(),
    }),
  })
  const reply = await exchange(
    { name: 'messages', dialect: dialects.messages },
    service.deployment,
  )(service.request({ body }))
  if (typeof reply.body === 'string') throw new Error('not a stream')
  return { service, reply, chunks: reply.body[Symbol.asyncIterator](), rest }
}

it('decides when the client has the first chunk, while the next is on its way', async () => {
  const { service, reply, chunks, rest } = await started()
  await setImmediate()
  expect(service.asked).toEqual([])

  expect(String((await chunks.next()).value)).toBe('data: 1\n\n')
  await setImmediate()
  expect(service.asked).toEqual([])

  const next = chunks.next()
  // The loop has its turn first.
  await Promise.resolve()
  expect(service.asked).toEqual([])
  await setImmediate()
  await setImmediate()
  expect(service.asked.flatMap(({ texts }) => texts)).toHaveLength(1)

  rest.resolve()
  expect(String((await next).value)).toBe('data: 2\n\n')
  expect((await chunks.next()).done).toBe(true)
  await reply.settle('whole')
  expect(service.asked).toHaveLength(1)
})

it('decides at the end for a client that has read nothing', async () => {
  const { service, reply, rest } = await started()
  rest.resolve()
  await reply.settle('whole')
  expect(service.asked.flatMap(({ texts }) => texts)).toHaveLength(1)
})

it('decides nothing for a request that nobody has received', async () => {
  const service = serviceInMemory({
    compressor: halvingCompressor,
    upstream: () => {
      throw new UpstreamFailed('unreachable', false, 'gone')
    },
  })
  const route = { name: 'messages', dialect: dialects.messages }
  const reply = await exchange(route, service.deployment)(service.request({ body }))
  await received(reply)
  await setImmediate()
  await setImmediate()
  expect(reply.status).toBe(502)
  expect(service.asked).toEqual([])
})

it('gives the client what an upstream answers at once, and works out the rest when both have had the processor', async () => {
  const rested = Promise.withResolvers<void>()
  const service = serviceInMemory({
    compressor: halvingCompressor,
    upstream: () => upstreamAnswer(200, ['{}']),
    ports: { rest: () => rested.promise },
  })
  const { prefixes } = service.deployment
  const order: string[] = []
  const deployment = {
    ...service.deployment,
    prefixes: { ...prefixes, remember: () => void order.push('remembered') },
  }
  const route = { name: 'messages', dialect: dialects.messages }
  const reply = await exchange(route, deployment)(service.request({ body }))
  if (typeof reply.body === 'string') throw new Error('not a stream')
  for await (const chunk of reply.body) order.push(String(chunk))
  const settled = reply.settle('whole')
  await setImmediate()
  expect(order).toEqual(['{}'])
  expect([service.asked, service.receipts.size]).toEqual([[], 0])

  rested.resolve()
  await settled
  expect(order).toEqual(['{}', 'remembered'])
  expect([service.asked.length, service.receipts.size]).toEqual([1, 1])
})
