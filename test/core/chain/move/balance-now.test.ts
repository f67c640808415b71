// What it costs to write a conversation anew that would have been read.

import { describe, expect, it } from 'vitest'
import type { PrefixEnds } from '../../../../core/caches/rules.ts'
import type { Chain, KnownChain } from '../../../../core/chain/chain.ts'
import { balanceWith, charactersOfAll } from '../../../../core/chain/move/balance-now.ts'
import type { Layout } from '../../../../core/chain/move/layout.ts'
import { maxDebtShare, roomOf } from '../../../../core/chain/move/warm-move.ts'

/** 8,000 characters of a conversation behind 12,000 of its frame, a quarter of a token each. */
const layout = { bodyCharacters: 20_000, conversationCharacters: 8_000 } as Layout
const written = (surelyEnds: PrefixEnds, frameMarked: boolean, least = 1_024): number => {
  const asked = { surelyEnds, frameMarked, markers: [], lifetimeMs: 1 }
  return charactersOfAll(
    { asked, prices: { leastTokens: { from: least, to: least } } } as unknown as Chain,
    { tokensPerCharacter: 0.25 },
    layout,
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

describe('what a conversation may spend', () => {
  it('covers a move for three branches at once where none may read what another has sent', () => {
    const roomWith = (surelyEnds: PrefixEnds, possiblyEnds: PrefixEnds): number => {
      const chain = {
        asked: { surelyEnds, frameMarked: false, markers: [], lifetimeMs: 1 },
        prices: { read: 0.1, write: 1, writeLong: 1, possiblyEnds, leastTokens: { from: 1_024, to: 1_024 } },
        ends: [],
        heads: { frame: 'a.b.c' },
      } as unknown as Chain
      const state = { tokensPerCharacter: 0.25, paidEffectiveTokens: 200_000, savedEffectiveTokens: 900, evidence: {} }
      const known = { state } as unknown as KnownChain
      return roomOf(
        balanceWith(chain, known, { states: [], messages: [], isSuperseded: () => false, layout: () => layout }),
      )
    }
    // Each request reads the 5,000 tokens of its body.
    const room = 900 + maxDebtShare * (200_000 + 0.1 * 5_000)
    expect(roomWith('requests', 'anywhere')).toBeCloseTo(room / 3)
    expect(roomWith('requests', 'requests')).toBeCloseTo(room)
    expect(roomWith('anywhere', 'anywhere')).toBeCloseTo(room)
    expect(roomWith('markers', 'anywhere')).toBeCloseTo(room)
  })

  it('keeps room for each of the texts to which it comes back', () => {
    const chain = {
      asked: { surelyEnds: 'anywhere', frameMarked: true, markers: [], lifetimeMs: 1 },
      prices: { read: 0.1, write: 1, writeLong: 1, leastTokens: { from: 1_024, to: 1_024 } },
      ends: [],
      heads: { frame: 'a.b.c' },
    } as unknown as Chain
    const saved = (state: object): number => {
      const known = {
        state: {
          tokensPerCharacter: 0.25,
          paidEffectiveTokens: 0,
          savedEffectiveTokens: 5_000,
          evidence: { everRead: true },
          ...state,
        },
      } as unknown as KnownChain
      return balanceWith(chain, known, { states: [], messages: [], isSuperseded: () => false, layout: () => layout })
        .savedEffectiveTokens
    }
    expect(saved({})).toBe(5_000)
    expect(saved({ textsBefore: ['d', 'e'] })).toBe(5_000)
    // 2,000 tokens of the conversation, for each text but the one behind which it stands.
    expect(saved({ textsBefore: ['a', 'd', 'e'], textsComeBack: true })).toBeCloseTo(5_000 - 2 * 0.9 * 2_000)
  })
})
