// One model has one cache, by whichever name a client asks for it.

import { describe, expect, it } from 'vitest'
import { cachedAs } from '../../../core/caches/snapshots.ts'

describe('the name under which a model’s cache is known', () => {
  it.each([
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5'],
    ['anthropic/claude-opus-4.5-20251101', 'anthropic/claude-opus-4.5'],
    ['gpt-4.1-mini-2025-04-14', 'gpt-4.1-mini'],
    ['gpt-5.4-2026-03-05', 'gpt-5.4'],
    ['anthropic/claude-4.5-sonnet-20250929', 'anthropic/claude-sonnet-4.5'],
    ['anthropic/claude-4-opus-20250522', 'anthropic/claude-opus-4'],
    ['anthropic/claude-4.5-haiku-20251001', 'anthropic/claude-haiku-4.5'],
  ])('is the alias of a snapshot: %s', (snapshot, alias) => {
    expect(cachedAs(snapshot)).toBe(alias)
    expect(cachedAs(alias)).toBe(alias)
  })

  it.each(['claude-opus-4-6', 'gpt-4-0613', 'us.anthropic.claude-haiku-4-5-20251001-v1:0', 'qwen3-coder-480b', ''])(
    'is the name itself where that has no date at its end: %s',
    (model) => expect(cachedAs(model)).toBe(model),
  )
})
