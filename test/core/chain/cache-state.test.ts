import { describe, expect, it } from 'vitest'
import { coldAtOf, isCold, isStale, lifetimeAskedMs } from '../../../core/chain/cache-state.ts'
import { cacheAsked } from '../../../core/dialects/cache-asked.ts'
import { scanJson } from '../../../core/json/scan.ts'
import { anthropicPrices, cachePricesOf, openaiPrices } from '../../../core/ledger/prices.ts'

const minutes = 60_000
const asked = (body: object, prices = anthropicPrices, model = 'claude-sonnet-4-5', overridden = false): number => {
  const tape = scanJson(JSON.stringify(body))
  if (tape === undefined) throw new Error('not JSON')
  return lifetimeAskedMs(cacheAsked(tape), cachePricesOf(prices, model, overridden))
}
const marked = (control: object) => ({ system: [{ type: 'text', text: 'x', cache_control: control }] })

describe('how long a request makes its provider cache it', () => {
  it.each([
    ['no marker', {}, 0],
    ['a marker', marked({ type: 'ephemeral' }), 5 * minutes],
    ['a marker of an hour', marked({ type: 'ephemeral', ttl: '1h' }), 60 * minutes],
    ['text that speaks of markers', { messages: [{ role: 'user', content: '"cache_control" "ttl":"1h"' }] }, 0],
  ])('provider-a, %s', (_why, body, expected) => {
    expect(asked(body)).toBe(expected)
  })

  it('provider-b caches unasked, longer on request', () => {
    expect(asked({}, openaiPrices, 'gpt-5')).toBe(60 * minutes)
    expect(asked({ prompt_cache_retention: '24h' }, openaiPrices, 'gpt-5')).toBe(24 * 60 * minutes)
  })

  it('an unknown model, and an upstream that the caller chose, count as caching for as long as any', () => {
    expect(asked({}, anthropicPrices, 'another-model')).toBe(24 * 60 * minutes)
    expect(asked({}, anthropicPrices, 'claude-sonnet-4-5', true)).toBe(60 * minutes)
  })
})

describe('whether what was sent can still be cached', () => {
  it.each([
    ['just sent', 300_000, 1_000, false],
    ['a little over its lifetime', 300_000, 359_000, false],
    ['well over its lifetime', 300_000, 361_000, true],
    ['never cached', 0, 0, true],
  ])('%s', (_why, lifetime, age, cold) => {
    expect(isCold({ coldAt: coldAtOf(1_000_000, lifetime) }, 1_000_000 + age)).toBe(cold)
  })

  it.each([
    ['used again at once', 300_000, 300_000, 59_000, false],
    ['used again later than the margin covers', 300_000, 300_000, 61_000, true],
    ['asked for longer', 300_000, 3_600_000, 1_000, true],
    ['never cached', 0, 0, 1_000, true],
  ])('a record is to be told that its conversation was %s', (_why, lifetime, asked, age, stale) => {
    expect(isStale({ coldAt: coldAtOf(1_000_000, lifetime) }, asked, 1_000_000 + age)).toBe(stale)
  })

  it('markers in markers take no more than the time of one walk', () => {
    const body = `${'{"cache_control":'.repeat(40_000)}1${'}'.repeat(40_000)}`
    const tape = scanJson(body)
    if (tape === undefined) throw new Error('not JSON')
    const since = performance.now()
    expect(lifetimeAskedMs(cacheAsked(tape), cachePricesOf(anthropicPrices, 'claude-x', false))).toBe(5 * minutes)
    expect(performance.now() - since).toBeLessThan(500)
  })
})
