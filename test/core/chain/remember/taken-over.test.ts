// What the record after a request takes over from the one before it, and what it has from the answer.

import { describe, expect, it } from 'vitest'
import type { ChainHistory, ChainState } from '../../../../core/chain/record/state.ts'
import type { Bill } from '../../../../core/chain/remember/report.ts'
import type { SentConversation } from '../../../../core/chain/remember/sent-conversation.ts'
import { successor, verbatimSuccessor } from '../../../../core/chain/remember/successor.ts'
import { bill, end, kept, now, sent, shorter } from './sent-conversations.ts'

const recordAfter = (changes: object, reported: Bill, before: Partial<ChainHistory> | 'nothing' = {}): ChainState => {
  const { previous, ...rest } = sent(changes)
  const one = before === 'nothing' ? rest : { ...rest, previous: { ...previous, ...before } }
  return successor(one as SentConversation, { segments: [kept, kept] }, reported)
}
const uncounted: Bill = { paidEffectiveTokens: 7, savedEffectiveTokens: 3 }

describe('what a conversation has cost and saved', () => {
  it('is added up, from nothing on where nobody remembers a request before', () => {
    const balance = ({ paidEffectiveTokens, savedEffectiveTokens }: ChainState) => [
      paidEffectiveTokens,
      savedEffectiveTokens,
    ]
    expect(balance(recordAfter({}, uncounted))).toEqual([5_007, 103])
    expect(balance(recordAfter({}, uncounted, 'nothing'))).toEqual([7, 3])
  })

  it('is claimed with what was claimed before', () => {
    expect(recordAfter({}, uncounted).claimedEffectiveTokens).toBeUndefined()
    expect(recordAfter({ claimedEffectiveTokens: 40 }, uncounted).claimedEffectiveTokens).toBe(40)
    expect(
      recordAfter({ claimedEffectiveTokens: 40 }, uncounted, { claimedEffectiveTokens: 2 }).claimedEffectiveTokens,
    ).toBe(42)
    expect(recordAfter({}, uncounted, { claimedEffectiveTokens: 2 }).claimedEffectiveTokens).toBe(2)
  })
})

describe('the calls of an answer', () => {
  const calls = (own: number | undefined, before: Partial<ChainHistory> | 'nothing') =>
    recordAfter({}, own === undefined ? uncounted : { ...uncounted, calls: own }, before).mostCalls

  it('are the most that any has made', () => {
    expect([calls(2, 'nothing'), calls(2, { mostCalls: 3 }), calls(4, { mostCalls: 3 })]).toEqual([2, 3, 4])
  })

  it('are not known from where one is not known on', () => {
    expect([calls(undefined, { mostCalls: 3 }), calls(undefined, 'nothing'), calls(2, {})]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('what a character is in tokens', () => {
  const rate = (reported: Bill, before: Partial<ChainHistory> = {}) =>
    recordAfter({}, reported, before).tokensPerCharacter

  it('is what was counted last', () => {
    expect(rate(bill(0, 0), { tokensPerCharacter: 0.5 })).toBe(0.25)
    expect(rate(uncounted, { tokensPerCharacter: 0.5 })).toBe(0.5)
    expect(rate(uncounted)).toBeUndefined()
  })

  it('is not counted by a usage that leaves a part out, nor is the prompt', () => {
    const inPart: Bill = { ...bill(0, 0), isInPart: true }
    expect(rate(inPart, { tokensPerCharacter: 0.5 })).toBe(0.5)
    expect([recordAfter({}, inPart).inputTokens, recordAfter({}, bill(0, 0)).inputTokens]).toEqual([0, 10_000])
    expect(recordAfter({}, inPart).counts).toBeUndefined()
  })
})

describe('counts of earlier requests', () => {
  const before = [{ turn: 1, characters: 20_000, tokens: 5_000 }]
  const own = { turn: 2, characters: 40_000, tokens: 10_000 }

  it('are kept with that of this one', () => {
    expect(recordAfter({}, bill(0, 0), { counts: before }).counts).toEqual([...before, own])
    expect(recordAfter({}, bill(0, 0)).counts).toEqual([own])
    expect(recordAfter({}, uncounted, { counts: before }).counts).toEqual(before)
    expect(recordAfter({}, uncounted).counts).toBeUndefined()
    expect(recordAfter({ ends: [] }, bill(0, 0), { counts: before }).counts).toEqual(before)
  })

  it('are of no use behind other texts', () => {
    const behindOther = { areTextsNew: true, isFrameNew: true, frame: 'new.settings.' }
    expect(recordAfter(behindOther, bill(0, 0), { counts: before }).counts).toEqual([own])
  })
})

describe('a record', () => {
  it('says what its request was, where that is anything', () => {
    const plain = recordAfter({}, uncounted)
    expect(['branched', 'unthought', 'openCharacters'].filter((name) => name in plain)).toEqual([])
    const unthought = { turn: 1, upTo: 'said' }
    const ends = [end(2, 0, 40, 2), end(1, 2, 20_000, 1)]
    expect(recordAfter({ branched: true, unthought, ends }, uncounted)).toMatchObject({
      ...{ branched: true, unthought, openCharacters: 40 },
    })
  })

  it('after a rejected form lets everything travel as it comes', () => {
    const { verbatim, segments } = verbatimSuccessor(sent(), bill(0, 0))
    expect(verbatim).toBe(true)
    expect(segments.map(({ representation, decision }) => [representation, decision.kind])).toEqual([
      ['lossless', 'pending'],
      ['lossless', 'pending'],
    ])
    expect(recordAfter({}, bill(0, 0)).verbatim).toBe(false)
  })

  it('schedules nothing where nothing is cached', () => {
    const scheduled = (lifetimeMs: number) =>
      successor(sent({ lifetimeMs }), { segments: [kept, shorter(4_000)] }, bill(5_000, 5_000)).segments.map(
        ({ representation }) => representation,
      )
    expect(scheduled(300_000)).toEqual(['lossless', 'scheduled'])
    expect(scheduled(0)).toEqual(['lossless', 'lossless'])
  })
})

describe('what was cached before', () => {
  const held = (changes: object, reported: Bill) =>
    recordAfter(changes, reported).cachedEnds.map(({ turn, asSent, surelyUntil }) => [turn, asSent, surelyUntil > 0])
  const byRequests = { lifetimeMs: 300_000, surelyEnds: 'requests', frameMarked: false, markers: [] }
  const anywhere = { ...byRequests, surelyEnds: 'anywhere' }

  it('is gone where the provider may hold nothing of its beginning', () => {
    expect(held({ warm: false }, bill(5_000, 5_000))).toEqual([[2, true, true]])
  })

  it('is relied upon no longer where nothing of it was read, and is another form where reads end with requests', () => {
    expect(held({ asked: byRequests }, bill(0, 0))).toEqual([
      [1, false, false],
      [2, true, true],
    ])
    expect(held({}, bill(0, 10_000))).toEqual([
      [1, true, false],
      [2, true, true],
    ])
    // Where reads end at any token, what was not read may have been beneath a step.
    expect(held({ asked: anywhere }, bill(0, 0))[0]).toEqual([1, true, true])
  })

  it('lives on where it was read, and where this request marks it no more', () => {
    const surelyUntil = (changes: object, read: number) =>
      recordAfter(changes, bill(read, 10_000 - read)).cachedEnds[0]?.surelyUntil
    expect(surelyUntil({}, 5_000)).toBe(now + 300_000)
    // Nothing was read, or nothing could be.
    expect(surelyUntil({}, 0)).toBe(0)
    expect(surelyUntil({ readable: undefined }, 5_000)).toBe(now + 1_000)
  })

  it('stays as it is where nobody tells of the cache', () => {
    const untold = bill(0, 0)
    const reported: Bill = { ...untold, ...(untold.usage && { usage: { ...untold.usage, cacheUntold: true } }) }
    expect(held({ asked: byRequests }, reported)[0]).toEqual([1, true, true])
  })

  it('is not written by a provider that says what it writes, and wrote nothing; one that does not say may have', () => {
    expect(held({}, bill(0, 0)).at(-1)).toEqual([2, true, false])
    const silent = bill(0, 0)
    const writesUntold: Bill = { ...silent, ...(silent.usage && { usage: { ...silent.usage, writesUntold: true } }) }
    expect(held({}, writesUntold).at(-1)).toEqual([2, true, true])
  })
})
