// The session whose last request is measured.

import { expect, it } from 'vitest'
import * as z from 'zod'
import { earlierRequests, nextRequest } from '../../bench/agent-session.ts'

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

it('with another number is another conversation of the same length', () => {
  const [first, second] = [nextRequest(1).bytes, nextRequest(2).bytes]
  expect(second.length).toBe(first.length)
  expect(callsOf(second).length).toBeGreaterThan(100)
  expect(callsOf(second).filter((id) => callsOf(first).includes(id))).toEqual([])
})
