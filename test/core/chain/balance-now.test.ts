// What it costs to write a conversation anew that would have been read.

import { describe, expect, it } from 'vitest'
import type { PrefixEnds } from '../../../core/caches/rules.ts'
import { charactersOfAll } from '../../../core/chain/balance-now.ts'
import type { Chain } from '../../../core/chain/chain.ts'
import type { Layout } from '../../../core/chain/layout.ts'

/** 8,000 characters of a conversation behind 12,000 of its frame, a quarter of a token each. */
const layout = { bodyCharacters: 20_000, conversationCharacters: 8_000 } as Layout
const written = (surelyEnds: PrefixEnds, frameMarked: boolean, least = 1_024): number => {
  const asked = { surelyEnds, frameMarked, markers: [], lifetimeMs: 1 }
  return charactersOfAll(
    { asked, prices: { leastTokens: { from: least, to: least } } } as unknown as Chain,
    layout,
    0.25,
  )
}

describe('what has to be written anew', () => {
  it.each([
    ['the conversation, where reads end anywhere', 'anywhere', true, 1_024, 8_000],
    ['the conversation, where its frame is marked', 'markers', true, 1_024, 8_000],
    ['the frame as well, where nothing of it is marked', 'markers', false, 1_024, 20_000],
    ['the frame as well, where it is too short to be cached', 'markers', true, 4_096, 20_000],
    ['the frame as well, where reads end with requests', 'requests', true, 1_024, 20_000],
  ] as const)('is %s', (_what, ends, frameMarked, least, characters) => {
    expect(written(ends, frameMarked, least)).toBe(characters)
  })
})
