// Up to where a request was read, told by what was counted before it: also where the request right before it was counted by nobody.

import { describe, expect, it } from 'vitest'
import { noEvidence } from '../../../../core/chain/held/evidence.ts'
import {
  charactersBehindMoved,
  charactersUnread,
  isBehindNewTexts,
  isForgotten,
  tokensUpTo,
} from '../../../../core/chain/remember/read-up-to.ts'
import type { SentConversation } from '../../../../core/chain/remember/sent-conversation.ts'

/**
 * Four turns end at 4,000, 6,000, 7,000 and 10,000 characters. The first two have half a token to a character, the third has two, and what is
 * new has three. Nobody has counted the third.
 */
const sent = (changes: object = {}): SentConversation =>
  ({
    ...{ bodyCharacters: 10_000, conversationCharacters: 8_000, freshCharacters: 3_000 },
    ...{ isNext: false, areTextsNew: false },
    previous: {
      frame: 'a',
      inputTokens: 3_000,
      counts: [
        { turn: 1, characters: 4_000, tokens: 2_000 },
        { turn: 2, characters: 6_000, tokens: 3_000 },
      ],
    },
    ends: [
      { turn: 4, charactersBehind: 0 },
      { turn: 3, charactersBehind: 3_000 },
      { turn: 2, charactersBehind: 4_000 },
      { turn: 1, charactersBehind: 6_000 },
    ],
    ...changes,
  }) as unknown as SentConversation
const usage = (cacheReadTokens: number) => ({
  ...{ inputTokens: 14_000, cacheReadTokens, cacheWriteTokens: 0, cacheWriteLongTokens: 0, outputTokens: 1 },
})

describe('what was not read', () => {
  it('stands behind the turn that nobody has counted, if more was read than up to the last that somebody has', () => {
    expect(charactersUnread(sent(), usage(5_000))).toBe(3_000)
    // By the rate of the whole body it would stand behind the second.
    expect(charactersUnread(sent({ previous: undefined }), usage(5_000))).not.toBe(3_000)
  })

  it('is all that is new, if nobody has counted several turns before it and so much may be new', () => {
    const ends = sent().ends.toSpliced(2, 0, { turn: 2.5, charactersBehind: 3_500 } as never)
    for (const tokens of [8_600, 9_000, 12_000]) expect(charactersUnread(sent({ ends }), usage(tokens))).toBe(3_000)
    // More was not read than three thousand characters can have.
    expect(charactersUnread(sent({ ends }), usage(3_300))).toBe(4_000)
  })

  it('stands behind the end that is surely read, where no count tells that from the one that fits best', () => {
    const { previous } = sent()
    const counts = [...(previous?.counts ?? []), { turn: 3, characters: 7_000, tokens: 5_000 }]
    const between = [3_300, 3_700].map((charactersBehind) => ({
      turn: 3 - charactersBehind / 10_000,
      charactersBehind,
    }))
    const ends = sent().ends.toSpliced(2, 0, ...(between as never[]))
    const read = (changes: object = {}, tokens = 3_700): number =>
      charactersUnread(
        sent({ ends, previous: { ...previous, counts }, isFrameNew: false, ...changes } as never),
        usage(tokens),
      )
    const [deeper] = between
    expect(read()).toBe(3_700)
    expect(read({ readable: { ...deeper, asSent: true } })).toBe(3_300)
    // It was sent in another form, or stands behind other settings.
    expect(read({ readable: { ...deeper, asSent: false } })).toBe(3_700)
    expect(read({ readable: { ...deeper, asSent: true }, isFrameNew: true })).toBe(3_700)
    // The second turn was counted, and so was the third.
    expect(read({ readable: { ...deeper, asSent: true } }, 3_000)).toBe(4_000)
    expect(read({ readable: { turn: 3, asSent: true } })).toBe(3_700)
  })

  it('stands behind the turn whose count fits', () => {
    expect(charactersUnread(sent(), usage(3_000))).toBe(4_000)
    expect(charactersUnread(sent(), usage(2_872))).toBe(4_000)
    expect(charactersUnread(sent(), usage(2_000))).toBe(6_000)
  })

  it('is nothing where all of it was read', () => {
    expect(charactersUnread(sent(), usage(14_000))).toBe(0)
  })

  it('is all of the conversation where less was read than stands before it', () => {
    expect(charactersUnread(sent(), usage(900))).toBe(Number.POSITIVE_INFINITY)
    expect(charactersUnread(sent(), usage(0))).toBe(Number.POSITIVE_INFINITY)
  })

  it('is told by no count that was made behind other texts, and by those behind other settings', () => {
    expect(charactersUnread(sent({ areTextsNew: true }), usage(3_000))).not.toBe(4_000)
    expect(charactersUnread(sent({ isFrameNew: true }), usage(3_000))).toBe(4_000)
  })

  it('is all of the conversation behind texts that it never had, if no more was read than these may have', () => {
    const behind = (tokens: number, previous: object = {}, frame = 'c.d') => {
      const request = sent({ areTextsNew: true, frame, previous: { frame: 'a.b', evidence: noEvidence, ...previous } })
      return [isBehindNewTexts(request, usage(tokens)), charactersUnread(request, usage(tokens))]
    }
    expect(behind(3_600)).toEqual([true, Number.POSITIVE_INFINITY])
    // Two thousand characters have no more than 3,640 tokens: it was asked about behind these texts before.
    expect(behind(6_000)).toEqual([false, 6_000])
    expect(behind(3_600, { textsBefore: ['c'] })[0]).toBe(false)
    expect(behind(3_600, { frame: 'a' })[0]).toBe(false)
  })

  it('is not all of it behind new texts where it was read behind others that were new, and never was not', () => {
    const isBehindNew = (seen: object): boolean => {
      const previous = { frame: 'a.b', evidence: { ...noEvidence, ...seen } }
      return isBehindNewTexts(sent({ areTextsNew: true, frame: 'c.d', previous }), usage(3_600))
    }
    expect(isBehindNew({ frameHits: 1 })).toBe(false)
    expect(isBehindNew({ frameHits: 1, frameMisses: 1 })).toBe(true)
  })

  it('is what the request before had not sent, if as much was read as that was counted to have', () => {
    expect(charactersUnread(sent({ isNext: true }), usage(3_000))).toBe(3_000)
  })
})

describe('a conversation that may be forgotten', () => {
  const forgotten = (tokens: number, changedTurn: number) =>
    isForgotten(sent({ changedTurn, previous: { frame: 'a', inputTokens: 0, counts: counted } }), usage(tokens))
  const counted = [
    { turn: 1, characters: 4_000, tokens: 4_000 },
    { turn: 3, characters: 7_000, tokens: 8_000 },
  ]

  it('is, if nothing was read of what stands in it before all that we changed, but for what stands before it', () => {
    expect([0, 2_000, 2_900].map((tokens) => forgotten(tokens, 2))).toEqual([true, true, true])
  })

  it('is not, if that was read', () => {
    expect([3_100, 4_000].map((tokens) => forgotten(tokens, 2))).toEqual([false, false])
    expect(forgotten(8_000, 4)).toBe(false)
  })

  it('may be, if nothing stands there and nothing was read', () => {
    expect([2_000, 2_200, 2_201].map((tokens) => forgotten(tokens, 1))).toEqual(['unknown', 'unknown', false])
  })
})

describe('tokens up to a place', () => {
  it('are those that were counted there, unless what stands before it is another length now', () => {
    expect(tokensUpTo(sent(), usage(0))(4_000)).toBe(3_000)
    const counted = (characters: number) => ({ inputTokens: 0, counts: [{ turn: 2, characters, tokens: 3_000 }] })
    expect(tokensUpTo(sent({ previous: counted(6_010) }), usage(0))(4_000)).toBe(3_000 - 10 * 1.4)
    expect(tokensUpTo(sent({ previous: counted(7_000) }), usage(0))(4_000)).toBe(0.6 * 14_000)
  })

  it('are those of the first turn too where that is too long ago to have an end', () => {
    const ends = sent().ends.slice(0, 2)
    expect(tokensUpTo(sent({ ends }), usage(0))(6_000)).toBe(2_000)
    expect(tokensUpTo(sent({ ends, areTextsNew: true }), usage(0))(6_000)).toBe(0.4 * 14_000)
  })

  it('are as many to a character as between the places around it', () => {
    expect(tokensUpTo(sent(), usage(0))(5_000)).toBe(2_500)
    expect(tokensUpTo(sent(), usage(0))(2_000)).toBe(8_500)
    expect(tokensUpTo(sent(), usage(0))(8_000)).toBe(1_000)
  })
})

describe('what an earlier request has moved', () => {
  /** The third turn was cached before something of it moved, and up to the first one nothing has. */
  const moved = (changes: object = {}): SentConversation =>
    sent({ isFrameNew: false, readable: { turn: 3, asSent: false }, unchangedTurn: 1, ...changes })

  it('would have been read up to that end, where less was read', () => {
    expect(charactersBehindMoved(moved(), usage(3_000))).toBe(3_000)
    expect(charactersBehindMoved(moved(), usage(5_000))).toBeUndefined()
  })

  it('is not to blame where nothing has moved, or all stands behind other settings', () => {
    expect(charactersBehindMoved(moved({ readable: { turn: 3, asSent: true } }), usage(3_000))).toBeUndefined()
    expect(charactersBehindMoved(moved({ readable: undefined }), usage(3_000))).toBeUndefined()
    expect(charactersBehindMoved(moved({ isFrameNew: true }), usage(3_000))).toBeUndefined()
  })

  it('is not to blame where what stands before it was not read either', () => {
    expect(charactersBehindMoved(moved(), usage(500))).toBeUndefined()
    expect(charactersBehindMoved(moved({ unchangedTurn: undefined }), usage(500))).toBe(3_000)
  })
})
