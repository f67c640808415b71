// What is given back while an answer streams is read by nobody behind it: a conversation costs the same, and its receipts say the same, whether
// its bodies stay or go.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { madeUpSession } from '../../eval/cost/search/client/session.ts'
import { played } from '../../eval/cost/search/played/play.ts'
import type { SessionName } from '../../eval/cost/search/shapes/session-name.ts'

const names: readonly SessionName[] = [
  { number: 11, shape: 'few and long', model: 'sonnet', lifetime: '5m' },
  { number: 12, shape: 'parallel', model: 'gpt-5.4', lifetime: '10m' },
  { number: 13, shape: 'retries', model: 'haiku', lifetime: '5m' },
  { number: 14, shape: 'clearing', model: 'gpt-5.6', lifetime: '30m' },
  { number: 15, shape: 'repeating', model: 'opus', lifetime: '1h' },
  { number: 16, shape: 'hasty', model: 'sonnet', lifetime: '5m' },
  { number: 17, shape: 'images', model: 'gpt-4.1', lifetime: '1h' },
  { number: 18, shape: 'polling', model: 'gateway', lifetime: '5m' },
  { number: 19, shape: 'two modes', model: 'sonnet', lifetime: '5m' },
  { number: 20, shape: 'everything', model: 'gpt-5.5', lifetime: '24h' },
]

/** What each request has cost and claimed. How many calls its answer makes is worked out when it is asked. */
const paidFor = async (name: SessionName, body: 'bytes' | 'text') => {
  const paid = await played(madeUpSession(name), body)
  return paid.map(({ sent, ...one }) => ({ ...one, sent: { ...sent, calls: sent.calls() } }))
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('bodies that are given back', () => {
  it('are missed by nobody', async () => {
    const givenBack = vi.spyOn(ArrayBuffer.prototype, 'transfer')
    for (const name of names) {
      const [gone, stayed] = [await paidFor(name, 'bytes'), await paidFor(name, 'text')]
      expect({ name, paid: gone }).toEqual({ name, paid: stayed })
    }
    expect(givenBack.mock.calls.length).toBeGreaterThan(50)
  })
})
