// What is worked out behind a body that was given away: it keeps nobody waiting either.

import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import { messages } from './exchanging.ts'

const results = 60
const body = JSON.stringify({
  model: 'claude-opus-5',
  messages: [
    { role: 'user', content: 'go' },
    ...Array.from({ length: results }, (_, index) => `c${index}`).flatMap((id) => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'lookup', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `${id} has left. `.repeat(99) }] },
    ]),
  ],
})

it('lets others have their turn while it looks at what the results are', async () => {
  let isSent = false
  let now = 0
  let turns = 0
  let turnsBefore = 0
  const service = serviceInMemory({
    upstream: () => {
      isSent = true
      return upstreamAnswer(200, ['{}'])
    },
    ports: {
      // Once the body is sent, each step takes as long as a turn may.
      elapsed: () => (now += isSent ? 10 : 0),
      turn: async () => {
        turns += isSent ? 1 : 0
        await setImmediate()
      },
    },
  })
  const { prefixes } = service.deployment
  const remember: typeof prefixes.remember = (...told) => {
    turnsBefore = turns
    prefixes.remember(...told)
  }
  const deployment = { ...service.deployment, prefixes: { ...prefixes, remember } }
  await received(await messages({ ...service, deployment }, { body }))
  expect(turnsBefore).toBeGreaterThanOrEqual(results)
})
