import { describe, expect, it, vi } from 'vitest'
import type { Charge, CounterStore } from '../../../../core/access/limits/counters.ts'
import { type Charged, limit } from '../../../../core/access/limits/limit.ts'
import { Refusal } from '../../../../core/http/refusal.ts'
import { memoryCounters } from '../../../../testkit/memory/counters.ts'
import { grant, now } from '../callers.ts'

const recording = (refuse?: string) => {
  const charges: Charge[] = []
  const counters: CounterStore = {
    async take(charge, at) {
      charges.push(charge)
      expect(at).toBe(now * 1000)
      return charge.counter === refuse ? { admitted: false, retryAfterMicroseconds: 2_000_001 } : { admitted: true }
    },
  }
  return { charges, counters }
}

/** A request with this body. */
const sent = (body: string | Uint8Array, receivedAt = now, headers: Record<string, string> = {}): Charged => ({
  body,
  headers,
  receivedAt,
})

const both = grant(
  { limits: { requestsPerMinute: 60, tokensPerMinute: 600 } },
  { keyId: 'acme.0123456789ab', limits: { requestsPerMinute: 6, tokensPerMinute: 60 } },
)
const order = [
  'key#acme.0123456789ab#requests',
  'key#acme.0123456789ab#tokens',
  'account#acme#requests',
  'account#acme#tokens',
]

describe('the charges of a request', () => {
  it("are made to the key's counters before the account's, and for requests before tokens", async () => {
    const { charges, counters } = recording()

    await limit(both, sent('x'.repeat(40)), counters)

    expect(charges.map(({ counter }) => counter)).toEqual(order)
    expect(charges.map(({ increment }) => increment)).toEqual([10_000_000, 10_000_000, 1_000_000, 1_000_000])
  })

  it('are put into words of one that is refused alone: the first number in words takes a process many milliseconds', async () => {
    const worded = vi.spyOn(Number.prototype, 'toLocaleString')
    await limit(both, sent('body'), recording().counters)
    expect(worded).not.toHaveBeenCalled()
    await expect(limit(both, sent('body'), recording(order[3]).counters)).rejects.toThrow('600 input tokens per minute')
    expect(worded).toHaveBeenCalledOnce()
    worded.mockRestore()
  })

  it('are made only for configured limits', async () => {
    const { charges, counters } = recording()

    await limit(grant(), sent('body'), counters)
    await limit(grant({ limits: { tokensPerMinute: 5 } }), sent('body'), counters)

    expect(charges.map(({ counter }) => counter)).toEqual(['account#acme#tokens'])
  })

  it.each(order)('stop at the first that refuses: %s', async (refuse) => {
    const { charges, counters } = recording(refuse)

    await expect(limit(both, sent('body'), counters)).rejects.toThrow(Refusal)

    expect(charges.map(({ counter }) => counter)).toEqual(order.slice(0, order.indexOf(refuse) + 1))
  })

  it.each([
    ['a text by its UTF-8 bytes, rounded up', 'éééa', 2],
    ['a body of bytes', new Uint8Array(9), 3],
    ['one byte as one token', 'x', 1],
  ])('count %s', async (_why, body, tokens) => {
    const { charges, counters } = recording()

    await limit(grant({ limits: { tokensPerMinute: 60 } }), sent(body), counters)

    expect(charges.map(({ increment }) => increment)).toEqual([tokens * 1_000_000])
  })

  it('count an encoded body as a whole minute: nobody knows what is in it', async () => {
    const counters = memoryCounters()
    const limited = grant({ limits: { tokensPerMinute: 5_000 } })
    const encoded = sent(new Uint8Array(40), now, { 'content-encoding': 'zstd' })

    await limit(limited, encoded, counters)

    await expect(limit(limited, encoded, counters)).rejects.toMatchObject({ details: { retryAfterSeconds: 60 } })
  })

  it.each(['', new Uint8Array(0)])('leave the token counter alone without a body', async (body) => {
    const { charges, counters } = recording()

    await limit(grant({ limits: { tokensPerMinute: 60 } }), sent(body), counters)

    expect(charges).toEqual([])
  })
})

describe('a refused request', () => {
  it('gets 429 with whole seconds to wait and the limit that it reached', async () => {
    const { counters } = recording('key#acme.0123456789ab#tokens')

    await expect(limit(both, sent('body'), counters)).rejects.toMatchObject({
      status: 429,
      code: 'rate-limited',
      message: 'The limit of 60 input tokens per minute of this key is reached. Retry after 3 s.',
      details: { retryAfterSeconds: 3 },
    })
  })

  it('is admitted after exactly that wait, and not a second earlier', async () => {
    const counters = memoryCounters()
    const one = grant({ limits: { requestsPerMinute: 1 } })
    await limit(one, sent(''), counters)

    await expect(limit(one, sent(''), counters)).rejects.toMatchObject({ details: { retryAfterSeconds: 60 } })
    await expect(limit(one, sent('', now + 59_000), counters)).rejects.toMatchObject({
      details: { retryAfterSeconds: 1 },
    })
    await expect(limit(one, sent('', now + 60_000), counters)).resolves.toBeUndefined()
  })

  it('is not refunded what it was charged before the refusal', async () => {
    const tats = new Map<string, number>()
    const counters = memoryCounters(tats)
    const keyed = grant({ limits: { requestsPerMinute: 1 } }, { keyId: 'acme.k', limits: { requestsPerMinute: 3 } })
    await limit(keyed, sent(''), counters)
    const before = tats.get('key#acme.k#requests') ?? 0

    await expect(limit(keyed, sent(''), counters)).rejects.toThrow('of this account is reached')

    expect(tats.get('key#acme.k#requests')).toBe(before + 20_000_000)
  })
})
