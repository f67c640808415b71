// Exchanges that last: what an upstream that never answers can keep busy.

import { describe, expect, it } from 'vitest'
import { setAlarm } from '../../../adapters/process/alarm.ts'
import { UpstreamFailed } from '../../../core/upstream/send.ts'
import {
  type AnswerUpstream,
  received,
  serviceInMemory,
  upstreamAnswer,
} from '../../../testkit/memory/service-in-memory.ts'
import { messages, refusal } from './exchanging.ts'

const silent: AnswerUpstream = (_outbound, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new UpstreamFailed('timeout', true, 'no answer')), { once: true })
  })

describe('exchanges of one account at the same time', () => {
  it('are refused above the bound before anything goes upstream, and admitted when one has ended', async () => {
    const service = serviceInMemory({ underWay: 2, upstream: () => upstreamAnswer(200, ['{}']) })
    const first = await messages(service)
    await messages(service)

    expect(await refusal(service)).toMatchObject({ status: 429 })
    expect(service.sent).toHaveLength(2)

    await received(first)
    expect(await messages(service)).toMatchObject({ status: 200 })
  })
})

describe('an upstream that never answers', () => {
  const override = { 'x-service-upstream-url': 'https://gateway.example.com' }
  /** Two minutes are a tenth of a second. */
  const alarm = (milliseconds: number) => setAlarm(milliseconds === 120_000 ? 100 : milliseconds)

  it('is waited for two minutes when the caller has chosen it', async () => {
    const service = serviceInMemory({ upstream: silent, ports: { alarm } })

    const reply = await messages(service, { headers: override })

    expect(reply.status).toBe(504)
    await received(reply)
    expect([...service.receipts.values()]).toMatchObject([{ status: 504, reason: 'upstream-timeout' }])
  })

  it('is waited for as long as the exchange may last when the operator has chosen it', async () => {
    const service = serviceInMemory({ upstream: silent, ports: { alarm } })
    const soon = new Promise((resolve) => setTimeout(resolve, 300, 'still waiting'))

    expect(await Promise.race([messages(service), soon])).toBe('still waiting')
  })

  it('may take its time once it has begun to answer', async () => {
    const service = serviceInMemory({
      upstream: (_outbound, signal) => ({
        status: 200,
        headers: [],
        body: (async function* () {
          yield Buffer.from('a')
          await new Promise((resolve) => setTimeout(resolve, 200))
          if (signal.aborted) throw new Error('cut')
          yield Buffer.from('b')
        })(),
      }),
      ports: { alarm },
    })

    expect(await received(await messages(service, { headers: override }))).toBe('ab')
  })
})
