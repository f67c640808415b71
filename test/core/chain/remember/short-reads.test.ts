// Which reads are shorter than they should be, told by the count of the request before.

import { describe, expect, it } from 'vitest'
import type { SentConversation } from '../../../../core/chain/remember/sent-conversation.ts'
import { isHeldElsewhere, isLeftUnread, isReadShortOf, isShort } from '../../../../core/chain/remember/short-reads.ts'

/** Its three turns end at 6,000, 8,000 and 10,000 characters; a token each, and 8,000 were counted. */
const sent = (changes: object = {}): SentConversation =>
  ({
    ...{
      bodyCharacters: 10_000,
      freshCharacters: 2_000,
      movedTokens: 0,
      isNext: true,
      isFrameNew: false,
      areTextsNew: false,
    },
    ...{ asked: { surelyEnds: 'markers' }, readable: { turn: 2 }, previous: { inputTokens: 8_000 } },
    ends: [
      { turn: 3, charactersBehind: 0 },
      { turn: 2, charactersBehind: 2_000 },
      { turn: 1, charactersBehind: 4_000 },
    ],
    ...changes,
  }) as unknown as SentConversation
const usage = (cacheReadTokens: number, changes: object = {}) => ({
  ...{ inputTokens: 10_000, cacheReadTokens, cacheWriteTokens: 0, cacheWriteLongTokens: 0, outputTokens: 1 },
  ...changes,
})

describe('a read is short of the end of a turn', () => {
  it('if fewer tokens were read than were counted up to there, by more than a step', () => {
    expect(isReadShortOf(sent(), usage(8_000), 2)).toBe(false)
    expect(isReadShortOf(sent(), usage(7_872), 2)).toBe(false)
    expect(isReadShortOf(sent(), usage(7_800), 2)).toBe(true)
  })

  it('if fewer were read than surely stand before an earlier one', () => {
    expect(isReadShortOf(sent(), usage(5_400), 1)).toBe(false)
    expect(isReadShortOf(sent(), usage(5_200), 1)).toBe(true)
  })

  it('less what this request took out of it', () => {
    expect(isReadShortOf(sent({ movedTokens: 1_000 }), usage(7_000), 2)).toBe(false)
  })

  it('only where the count of the request before tells how much that was', () => {
    const unknown = [
      { isNext: false },
      { areTextsNew: true },
      { unreadable: true },
      { previous: undefined },
      { previous: { inputTokens: 8_000, openCharacters: 1 } },
      { ends: [{ turn: 3, charactersBehind: 0 }] },
    ]
    for (const one of unknown) expect(isReadShortOf(sent(one), usage(0), 2)).toBe(false)
    expect(isReadShortOf(sent(), usage(0, { cacheUntold: true }), 2)).toBe(false)
  })
})

describe('the text before an end', () => {
  it('may be as dense as any, so that few tokens are left before it', () => {
    const thin = { bodyCharacters: 40_000, freshCharacters: 8_000, ends: [{ turn: 1, charactersBehind: 12_000 }] }
    expect(isReadShortOf(sent(thin), usage(3_900), 1)).toBe(false)
    expect(isReadShortOf(sent(thin), usage(3_800), 1)).toBe(true)
  })
})

describe('a read is short', () => {
  it('of what stands before all that was changed, where anything does', () => {
    expect(isShort(sent(), usage(100))).toBe(false)
    expect(isShort(sent({ unchangedTurn: 2 }), usage(100))).toBe(true)
    expect(isShort(sent({ unchangedTurn: 2 }), usage(8_000))).toBe(false)
  })

  it('behind other settings as well, which do not show that it is held elsewhere', () => {
    const [same, other] = [sent({ unchangedTurn: 2 }), sent({ unchangedTurn: 2, isFrameNew: true })]
    expect([isShort(same, usage(100)), isHeldElsewhere(same, usage(100))]).toEqual([true, true])
    expect([isShort(other, usage(100)), isHeldElsewhere(other, usage(100))]).toEqual([true, false])
  })
})

describe('an end is left unread', () => {
  it('that should have been read, and was sent as it was', () => {
    expect(isLeftUnread(sent(), usage(100), 2)).toBe(true)
    expect(isLeftUnread(sent({ readable: { turn: 1 } }), usage(100), 2)).toBe(false)
    expect(isLeftUnread(sent({ readable: undefined }), usage(100), 2)).toBe(false)
    expect(isLeftUnread(sent({ changedTurn: 2 }), usage(100), 2)).toBe(false)
    expect(isLeftUnread(sent({ changedTurn: 3 }), usage(100), 2)).toBe(true)
  })

  it('behind other settings as well: behind these it is not held', () => {
    expect(isLeftUnread(sent({ isFrameNew: true }), usage(100), 2)).toBe(true)
    expect(isLeftUnread(sent({ areTextsNew: true }), usage(100), 2)).toBe(false)
  })

  it('but not where reads end anywhere: there the request itself has left it', () => {
    expect(isLeftUnread(sent({ asked: { surelyEnds: 'anywhere' } }), usage(100), 2)).toBe(false)
  })
})
