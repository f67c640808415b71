// A conversation as it was sent, and bills of it, made up.

import { cachePricesOf } from '../../../../core/caches/rows.ts'
import { noEvidence } from '../../../../core/chain/held/evidence.ts'
import type { SegmentState } from '../../../../core/chain/record/state.ts'
import type { Bill } from '../../../../core/chain/remember/report.ts'
import type { SentConversation } from '../../../../core/chain/remember/sent-conversation.ts'
import { dialects } from '../../../../core/dialects/registry.ts'

export const prices = cachePricesOf(dialects.messages.provider.prices, 'claude-sonnet-4-5', false)
export const now = 1_000_000
export const end = (turn: number, blocksBehind: number, charactersBehind: number, segments: number) => ({
  ...{ turn, blocksBehind, charactersBehind, segments, messages: 2 * turn - 1, position: 0 },
})

/** Two turns of 20,000 characters each, a token to four of them; each ends at a marker of five minutes. */
export const sent = (changes: object = {}): SentConversation =>
  ({
    ...{ prices, now, policy: { mode: 'repeated', compressor: 'adeline-1' }, frame: 'texts.settings.', upTo: 'second' },
    ...{ lifetimeMs: 300_000, warm: true, isNext: true, isFrameNew: false, areTextsNew: false },
    ...{ bodyCharacters: 40_000, conversationCharacters: 40_000, freshCharacters: 20_000, repeatedCharacters: 20_000 },
    ...{ claimedEffectiveTokens: 0, movedTokens: 0, shouldBeRead: true, mayBeGone: false, pauseMs: 60_000 },
    asked: {
      ...{ lifetimeMs: 300_000, surelyEnds: 'markers', frameMarked: true },
      markers: [{ blocksBehind: 0, lifetime: prices.lifetime }],
    },
    ends: [end(2, 0, 0, 2), end(1, 2, 20_000, 1)],
    readable: { ...end(1, 2, 20_000, 1), asSent: true },
    previous: {
      ...{ evidence: noEvidence, frame: 'texts.settings.', inputTokens: 5_000 },
      ...{ paidEffectiveTokens: 5_000, savedEffectiveTokens: 100 },
      cachedEnds: [{ turn: 1, surelyUntil: now + 1_000, possiblyUntil: now + 2_000, asSent: true, longEnough: true }],
    },
    segments: [
      { characters: 16_000, charactersBehind: 38_000, turn: 1 },
      { characters: 16_000, charactersBehind: 18_000, turn: 2 },
    ],
    ...changes,
  }) as unknown as SentConversation

export const bill = (read: number, written: number): Bill => ({
  ...{ paidEffectiveTokens: 6_000, savedEffectiveTokens: 0, tokensPerCharacter: 0.25 },
  usage: {
    ...{ inputTokens: 10_000, cacheReadTokens: read, cacheWriteTokens: written, cacheWriteLongTokens: 0 },
    outputTokens: 1,
  },
})

export const shorter = (tokensSaved: number): SegmentState => ({
  ...{ decision: { kind: 'shorter', kept: [], tokensSaved }, representation: 'lossless', tokens: 4_000 },
})
export const kept: SegmentState = { decision: { kind: 'abstained' }, representation: 'lossless', tokens: 4_000 }
