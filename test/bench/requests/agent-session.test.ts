// The session whose last request is measured.

import { expect, it } from 'vitest'
import * as z from 'zod'
import { earlierRequests, nextRequest, shorterThan, usedTokens } from '../../../bench/requests/agent-session.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import { benchCompressor } from '../../../eval/cost/engine.ts'
import { noon, received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import { messages } from '../../../testkit/provider/answers/messages.ts'

const request = z.object({ messages: z.array(z.json()) })
const messagesOf = (body: Buffer) => request.parse(JSON.parse(body.toString('utf8'))).messages
/** The ids of the calls of a request. */
const callsOf = (body: Buffer): string[] => body.toString('utf8').match(/toolu_\w+/g) ?? []

it('goes on with what was sent before, but for the last marker', () => {
  const [last] = earlierRequests(16).slice(-1)
  const before = messagesOf(last?.bytes ?? Buffer.alloc(0))
  const after = messagesOf(nextRequest().bytes)
  expect(after).toHaveLength(before.length + 2)
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
})

it('is remembered: what is measured is a conversation that travels shortened', async () => {
  let [now, answered] = [noon, { isCached: false }]
  const service = serviceInMemory({
    account: { compaction: { mode: 'repeated', compressor: 'adeline-1' } },
    ports: { compressor: benchCompressor(), now: () => now },
    upstream: () => {
      const said = { model: 'claude-sonnet-4-5', said: { words: ['Word.'] }, tokens: usedTokens(answered), turn: 1 }
      return upstreamAnswer(200, [...messages.stream(said)], [['content-type', 'text/event-stream']])
    },
  })
  const pipeline = exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)
  const next = { bytes: nextRequest().bytes, isCached: true }
  for (const [index, one] of [...earlierRequests(16), next].entries()) {
    answered = one
    now = noon + 3_000 * index
    const inbound = { id: String(index), body: one.bytes.toString('utf8'), receivedAt: now, deadline: now + 900_000 }
    await received(await pipeline(service.request(inbound)))
  }
  expect(service.sent.at(-1)?.body.length).toBeLessThan(shorterThan * next.bytes.length)
})

it('with another number is another conversation of the same length', () => {
  const [first, second] = [nextRequest(1).bytes, nextRequest(2).bytes]
  expect(second.length).toBe(first.length)
  expect(callsOf(second).length).toBeGreaterThan(100)
  expect(callsOf(second).filter((id) => callsOf(first).includes(id))).toEqual([])
})
