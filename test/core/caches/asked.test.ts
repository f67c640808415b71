// What a request asks of its provider's cache: how long, and where.

import { describe, expect, it } from 'vitest'
import { type CachingAsked, cachingAskedOf, messageBlocksOf } from '../../../core/caches/asked.ts'
import { anthropicPrices, cachePricesOf, openaiPrices } from '../../../core/caches/rows.ts'
import { defined } from '../../../core/collections/defined.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { read } from '../dialects/reading.ts'

const minutes = 60_000
const day = 24 * 60 * minutes

const rows = { anthropic: anthropicPrices, openai: openaiPrices }
const asked = (
  body: object,
  provider: keyof typeof rows = 'anthropic',
  model = 'claude-sonnet-4-5',
  overridden = false,
): CachingAsked => {
  const transcript = read(dialects.messages, JSON.stringify(body))
  return cachingAskedOf(transcript, messageBlocksOf(transcript), cachePricesOf(rows[provider], model, overridden))
}
const marked = (control: object | null) => ({ system: [{ type: 'text', text: 'x', cache_control: control }] })
const ephemeral = { type: 'ephemeral' }
const text = (words: string, control?: object) => ({
  type: 'text',
  text: words,
  ...defined({ cache_control: control }),
})

describe('how long a request makes its provider cache it', () => {
  it.each([
    ['no marker', {}, 0],
    ['a marker', marked(ephemeral), 5 * minutes],
    ['a marker of an hour', marked({ ...ephemeral, ttl: '1h' }), 60 * minutes],
    ['a marker that is left out', marked(null), 0],
    ['a marker of all that is left out', { cache_control: null }, 0],
    ['text that speaks of markers', { messages: [{ role: 'user', content: '"cache_control" "ttl":"1h"' }] }, 0],
  ])('anthropic, %s', (_why, body, expected) => {
    expect(asked(body).lifetimeMs).toBe(expected)
  })

  it('openai caches unasked, a day at most', () => {
    expect(asked({}, 'openai', 'gpt-5').lifetimeMs).toBe(day)
  })

  it('an upstream that is not the provider’s own, and an unknown model, may cache anything for a day', () => {
    expect(asked({}, 'openai', 'another-model').lifetimeMs).toBe(day)
    expect(asked({}, 'anthropic', 'claude-sonnet-4-5', true).lifetimeMs).toBe(day)
    expect(asked({}, 'anthropic', 'another-model').lifetimeMs).toBe(day)
    expect(asked({}, 'anthropic', 'my-sonnet').lifetimeMs).toBe(0)
  })

  it('markers in markers take no more than the time of one walk', () => {
    const body = `${'{"cache_control":'.repeat(40_000)}1${'}'.repeat(40_000)}`
    const transcript = read(dialects.messages, body)
    const since = performance.now()
    const rules = cachePricesOf(anthropicPrices, 'claude-x', false)
    expect(cachingAskedOf(transcript, [], rules).lifetimeMs).toBe(5 * minutes)
    expect(performance.now() - since).toBeLessThan(500)
  })
})

describe('where a request is marked', () => {
  it('tells the frame from the conversation, and counts the blocks behind a marker', () => {
    const messages = [
      { role: 'user', content: [text('one', ephemeral), text('two')] },
      { role: 'assistant', content: 'three' },
      { role: 'user', content: [text('four'), text('five', { ...ephemeral, ttl: '1h' })] },
    ]
    const { frameMarked, markers } = asked({ ...marked(ephemeral), messages })
    expect(frameMarked).toBe(true)
    expect(markers.map(({ blocksBehind, lifetime }) => [blocksBehind, lifetime.surelyMs])).toEqual([
      [4, 5 * minutes],
      [0, 60 * minutes],
    ])
  })

  it('takes what calls are given and tools take for no marker', () => {
    const call = { type: 'tool_use', id: '1', name: 'ask', input: { messages: [text('x', ephemeral)] } }
    const tool = { name: 'ask', input_schema: { properties: { cache_control: { type: 'object' } } } }
    const messages = [{ role: 'assistant', content: [call] }]
    expect(asked({ tools: [tool], messages })).toMatchObject({ lifetimeMs: 0, frameMarked: false, markers: [] })
    expect(
      asked({
        tools: [{ ...tool, cache_control: ephemeral }],
        messages: [{ role: 'assistant', content: [{ ...call, cache_control: ephemeral }] }],
      }),
    ).toMatchObject({ frameMarked: true, markers: [{ blocksBehind: 0 }] })
  })

  it('takes a marker of the whole request for one on its last block', () => {
    const { frameMarked, markers } = asked({ cache_control: ephemeral, messages: [{ role: 'user', content: 'x' }] })
    expect(frameMarked).toBe(false)
    expect(markers.map(({ blocksBehind }) => blocksBehind)).toEqual([0])
  })

  it('counts on nothing where the client chooses the ends of what openai caches', () => {
    const body = { prompt_cache_options: { mode: 'explicit' }, messages: [{ role: 'user', content: 'x' }] }
    expect(asked(body, 'openai', 'gpt-5.6').surelyEnds).toBe('nowhere')
    expect(asked({ ...body, prompt_cache_options: null }, 'openai', 'gpt-5.6').surelyEnds).toBe('requests')
    expect(asked({}, 'openai', 'gpt-5.6').surelyEnds).toBe('requests')
  })
})
