// What a record says once a request is sent: what its provider may hold, and what is to move next.

import { describe, expect, it } from 'vitest'
import { noEvidence } from '../../../../core/chain/held/evidence.ts'
import type { Bill } from '../../../../core/chain/remember/report.ts'
import type { SentConversation } from '../../../../core/chain/remember/sent-conversation.ts'
import { acceptedState, successor } from '../../../../core/chain/remember/successor.ts'
import { bill, end, kept, now, sent, shorter } from './sent-conversations.ts'

const endsOf = (one: SentConversation, reported: Bill) =>
  successor(one, { segments: [kept, kept] }, reported).cachedEnds.map(
    ({ turn, asSent, surelyUntil, possiblyUntil }) => ({
      ...{ turn, asSent, sure: surelyUntil > now, possible: possiblyUntil > now },
    }),
  )

describe('what the provider may hold after a request', () => {
  it('is its own end and those that it has read', () => {
    expect(endsOf(sent(), bill(5_000, 5_000))).toEqual([
      { turn: 1, asSent: true, sure: true, possible: true },
      { turn: 2, asSent: true, sure: true, possible: true },
    ])
  })

  it('is nothing of its own where a provider that says what it writes has neither read nor written', () => {
    expect(endsOf(sent(), bill(0, 0)).at(-1)).toEqual({ turn: 2, asSent: true, sure: false, possible: false })
  })

  it('is cached elsewhere behind another frame, until this provider was seen to read it all the same', () => {
    const behindOther = sent({ isFrameNew: true, areTextsNew: true, frame: 'others.settings.' })
    expect(endsOf(behindOther, bill(0, 10_000))[0]?.asSent).toBe(false)
    expect(endsOf(behindOther, bill(5_000, 5_000))[0]?.asSent).toBe(true)
  })
})

describe('an end is long enough to be cached', () => {
  const isLongEnough = (changes: object, reported: Bill): boolean | undefined =>
    successor(sent(changes), { segments: [kept, kept] }, reported).cachedEnds.at(-1)?.longEnough
  const uncounted: Bill = { paidEffectiveTokens: 0, savedEffectiveTokens: 0, tokensPerCharacter: 0.25 }

  it('by what stands before it, without what the next request may not have', () => {
    const open = (characters: number) => ({
      bodyCharacters: 8_400,
      ends: [end(2, 0, characters, 2), end(1, 2, 6_000, 1)],
    })
    // 2,100 tokens of 2,048 at most.
    expect([isLongEnough(open(0), uncounted), isLongEnough(open(4_000), uncounted)]).toEqual([true, false])
  })

  it('never, where reads end with requests and this one ends in what the next may not have', () => {
    const asked = { lifetimeMs: 300_000, surelyEnds: 'requests', frameMarked: false, markers: [] }
    const open = (characters: number) => ({
      asked,
      bodyCharacters: 400_000,
      ends: [end(2, 0, characters, 2), end(1, 2, 200_000, 1)],
    })
    expect([isLongEnough(open(0), uncounted), isLongEnough(open(1), uncounted)]).toEqual([true, false])
  })

  it('or if its provider has read or written nine tenths of the prompt', () => {
    const short = (written: number): Bill => ({
      ...uncounted,
      usage: {
        ...{ inputTokens: 1_500, cacheReadTokens: 0, cacheWriteTokens: written, cacheWriteLongTokens: 0 },
        outputTokens: 1,
      },
    })
    expect([isLongEnough({}, short(1_340)), isLongEnough({}, short(1_360))]).toEqual([false, true])
  })
})

describe('texts that stood around it before', () => {
  const textsAfter = (changes: object, before: object = {}) => {
    const { previous, ...rest } = sent(changes)
    const one = { ...rest, previous: { ...previous, ...before } } as SentConversation
    const { textsBefore, changedBehind, textsComeBack } = successor(one, { segments: [kept, kept] }, bill(0, 0))
    return { textsBefore, changedBehind, textsComeBack }
  }

  it('are remembered once others stand there, the last of them last, eight at most', () => {
    expect(textsAfter({}).textsBefore).toBeUndefined()
    const behindOther = { areTextsNew: true, isFrameNew: true, frame: 'new.settings.' }
    expect(textsAfter(behindOther).textsBefore).toEqual(['texts'])
    expect(textsAfter(behindOther, { textsBefore: ['texts', 'older'] }).textsBefore).toEqual(['older', 'texts'])
    const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    expect(textsAfter(behindOther, { textsBefore: eight }).textsBefore).toEqual([...eight.slice(1), 'texts'])
  })

  it('are not those of a record that does not tell its texts', () => {
    const behindOther = { areTextsNew: true, isFrameNew: true, frame: 'new.settings.' }
    expect(textsAfter(behindOther, { frame: 'older' }).textsBefore).toBeUndefined()
  })

  it('have come back where they are the same again', () => {
    const back = { areTextsNew: true, isFrameNew: true, frame: 'old.settings.' }
    expect(textsAfter(back, { textsBefore: ['old'] }).textsComeBack).toBe(true)
    expect(textsAfter(back, { textsBefore: ['older'] }).textsComeBack).toBeUndefined()
    expect(textsAfter({}, { textsComeBack: true }).textsComeBack).toBe(true)
    // The same ones that stood there last have not been away.
    expect(textsAfter({}, { textsBefore: ['texts'] }).textsComeBack).toBeUndefined()
  })

  it('have the conversation as it was before a change, until it is sent behind them again', () => {
    const changed = { changedTurn: 1 }
    expect(textsAfter(changed, { textsBefore: ['old'] }).changedBehind).toEqual(['old'])
    expect(textsAfter({}, { textsBefore: ['old'] }).changedBehind).toBeUndefined()
    expect(textsAfter(changed, { textsBefore: ['old'], changedBehind: ['older', 'texts'] }).changedBehind).toEqual([
      'older',
      'old',
    ])
  })
})

describe('what a move has put at risk', () => {
  it('counts as lost until the answer has said what came of it', () => {
    const { paidEffectiveTokens, savedEffectiveTokens } = acceptedState(sent({ claimedEffectiveTokens: 70 }), [
      kept,
      kept,
    ])
    expect([paidEffectiveTokens, savedEffectiveTokens]).toEqual([5_000, 30])
  })
})

describe('what is chosen to move', () => {
  /** Three turns, of which the first ends so many blocks before the last marker, and the last has brought two. */
  const chosen = (blocksBehindFirst: number): readonly string[] => {
    const held = { surelyUntil: now + 1_000, possiblyUntil: now + 2_000, asSent: true, longEnough: true }
    const three = sent({
      ends: [end(3, 0, 0, 2), end(2, 2, 4_000, 2), end(1, blocksBehindFirst, 20_000, 1)],
      readable: { ...end(2, 2, 4_000, 2), asSent: true },
      previous: {
        ...{ evidence: noEvidence, frame: 'texts.settings.', inputTokens: 9_000 },
        ...{ paidEffectiveTokens: 5_000, savedEffectiveTokens: 100 },
        cachedEnds: [1, 2].map((turn) => ({ turn, ...held })),
      },
      segments: [
        { characters: 16_000, charactersBehind: 38_000, turn: 1 },
        { characters: 15_000, charactersBehind: 19_500, turn: 2 },
      ],
    })
    const { segments } = successor(three, { segments: [kept, shorter(4_000)] }, bill(9_000, 1_000))
    return segments.map(({ representation }) => representation)
  }

  it('is what pays within six requests, if the end before it is reached with the next one', () => {
    expect(chosen(4)).toEqual(['lossless', 'scheduled'])
  })

  it('is reckoned with an exchange of four blocks at least: an end that a marker reaches no longer then is not counted on', () => {
    // A marker reaches 19 blocks back. Behind an end that it does not reach all of the body would be written.
    expect([chosen(15), chosen(16)]).toEqual([
      ['lossless', 'scheduled'],
      ['lossless', 'lossless'],
    ])
  })
})
