// What the provider's reports teach about where its reads end.

import { describe, expect, it } from 'vitest'
import {
  askedAsSeen,
  evidenceAfter,
  isCaching,
  isLostWithFrame,
  isNeverCached,
  noEvidence,
  pauseSeen,
  type Reading,
  seemsUncached,
} from '../../../../core/chain/held/evidence.ts'
import { evidenceOf } from '../../../../core/chain/remember/report.ts'
import type { SentConversation } from '../../../../core/chain/remember/sent-conversation.ts'
import { chainState } from '../states.ts'

const reading: Reading = {
  readTokens: 2_048,
  previousTokens: 2_100,
  repeatedTokens: 1_500,
  pauseMs: 10_000,
  isUnchanged: true,
  isMissed: false,
  isScattered: false,
  wasRead: true,
  shouldBeRead: true,
  mayBeGone: false,
  isFrameNew: false,
  areTextsNew: false,
}
const asked = { lifetimeMs: 1, surelyEnds: 'requests', frameMarked: true, markers: [] } as const
const endsAfter = (seen: Partial<Reading>): string =>
  askedAsSeen(asked, evidenceAfter(noEvidence, { ...reading, ...seen })).surelyEnds

describe('reads end', () => {
  it('anywhere, once one has ended at the last step of what was sent before', () => {
    expect(endsAfter({})).toBe('anywhere')
  })

  it('where requests end, as the row says, while reads end there', () => {
    expect(endsAfter({ readTokens: 2_100 })).toBe('requests')
    expect(endsAfter({ readTokens: 2_048, previousTokens: 2_048 })).toBe('requests')
  })

  it('as the row says when a read ends elsewhere, or after a change of ours', () => {
    expect(endsAfter({ readTokens: 2_050 })).toBe('requests')
    expect(endsAfter({ readTokens: 1_920 })).toBe('requests')
    expect(endsAfter({ isUnchanged: false })).toBe('requests')
  })

  it('where nobody can rely upon it, where the client chooses what is cached', () => {
    const chosen = { ...asked, surelyEnds: 'nowhere' } as const
    expect(askedAsSeen(chosen, evidenceAfter(noEvidence, reading)).surelyEnds).toBe('nowhere')
  })

  it('in steps for good', () => {
    const once = evidenceAfter(noEvidence, reading)
    expect(askedAsSeen(asked, evidenceAfter(once, { ...reading, readTokens: 2_100 })).surelyEnds).toBe('anywhere')
  })
})

describe('an upstream that reads nothing', () => {
  const unread: Reading = { ...reading, readTokens: 0 }
  const missed = (count: number, before = noEvidence) =>
    Array.from({ length: count }).reduce<typeof noEvidence>((one) => evidenceAfter(one, unread), before)

  it('seems not to cache, at once where it was never seen to, and after three misses where it was', () => {
    expect(seemsUncached(noEvidence)).toBe(false)
    expect(seemsUncached(missed(1))).toBe(true)
    expect(seemsUncached(missed(2, evidenceAfter(noEvidence, reading)))).toBe(false)
    expect(seemsUncached(missed(3, evidenceAfter(noEvidence, reading)))).toBe(true)
  })

  it('never caches only when so many requests were not read that each of several caches has met it', () => {
    expect(isNeverCached(missed(5))).toBe(false)
    expect(isNeverCached(missed(6))).toBe(true)
    expect(isNeverCached(missed(20, evidenceAfter(noEvidence, reading)))).toBe(false)
  })

  it('is one that caches as soon as it reads anything, whatever was changed', () => {
    expect(missed(6).misses).toBe(6)
    expect(evidenceAfter(missed(6), { ...reading, readTokens: 200, isUnchanged: false }).misses).toBe(0)
  })

  it('misses as well when what stands before a change was not read', () => {
    const changed = { ...unread, isUnchanged: false }
    expect(evidenceAfter(noEvidence, changed).misses).toBe(0)
    expect(evidenceAfter(noEvidence, { ...changed, isMissed: true }).misses).toBe(1)
  })

  it('tells nothing of pauses where another cache may have been asked', () => {
    const rested = { ...unread, shouldBeRead: false, mayBeGone: true }
    expect(pauseSeen(rested)).toBe('gone')
    expect(pauseSeen({ ...rested, isScattered: true })).toBeUndefined()
    expect(pauseSeen({ ...rested, readTokens: 2_048, isScattered: true })).toBe('kept')
  })
})

describe('a request that says otherwise how it is to be answered', () => {
  const otherwise: Reading = { ...reading, isFrameNew: true }

  it('teaches nothing of other texts when it reads nothing, nor that nothing is cached', () => {
    const read = evidenceAfter(noEvidence, reading)
    expect(evidenceAfter(read, { ...otherwise, readTokens: 0 })).toEqual(read)
  })

  it('teaches that such a change leaves what is cached when it is read', () => {
    const read = evidenceAfter(noEvidence, { ...otherwise, readTokens: 2_100 })
    expect(read).toMatchObject({ settingHits: 1, frameHits: 0 })
    const missed = { ...reading, isFrameNew: true, areTextsNew: true, readTokens: 0 }
    expect(isLostWithFrame(evidenceAfter(read, missed))).toBe(true)
  })
})

describe('a record that does not tell texts from settings', () => {
  const readBehind = (frame: string): number => {
    const sent = {
      previous: { ...chainState({ frame }), inputTokens: 2_100 },
      ...{ isNext: true, isFrameNew: true, areTextsNew: true, shouldBeRead: true, mayBeGone: false, pauseMs: 10_000 },
      ...{ repeatedCharacters: 3_000, asked: { ...asked, surelyEnds: 'anywhere' } },
    } as unknown as SentConversation
    const usage = { inputTokens: 2_300, cacheReadTokens: 2_100, cacheWriteTokens: 0, cacheWriteLongTokens: 0 }
    return evidenceOf(sent, { tokensPerCharacter: 0.5, usage: { ...usage, outputTokens: 1 } }).frameHits
  }

  it('teaches nothing of what is read behind other texts', () => {
    expect(readBehind('texts.settings')).toBe(1)
    expect(readBehind('both')).toBe(0)
  })
})

describe('a conversation that nobody remembers', () => {
  const isCachingAfter = (cacheReadTokens: number, beside: object = {}): boolean => {
    const sent = { conversationCharacters: 4_000, isNext: false } as SentConversation
    const usage = { inputTokens: 5_000, cacheReadTokens, cacheWriteTokens: 0, cacheWriteLongTokens: 0, outputTokens: 1 }
    return isCaching(evidenceOf(sent, { tokensPerCharacter: 0.5, usage: { ...usage, ...beside } }))
  }

  it('has shown that it is cached when more is read of it than stands before it', () => {
    expect(isCachingAfter(4_500)).toBe(true)
    expect(isCachingAfter(3_000)).toBe(false)
    expect(isCachingAfter(0)).toBe(false)
    expect(isCachingAfter(4_500, { summed: true })).toBe(false)
  })
})
