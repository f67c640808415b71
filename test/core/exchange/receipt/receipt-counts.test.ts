// What a receipt estimates where the provider does not say what was read from its cache, and what it says that our changes cost.

import { describe, expect, it } from 'vitest'
import { anthropicPrices, openaiPrices } from '../../../../core/caches/rows.ts'
import { noSavings } from '../../../../core/compaction/background/savings.ts'
import type { ExchangeFacts } from '../../../../core/exchange/exchange-facts.ts'
import { receiptCounts } from '../../../../core/exchange/receipt/receipt-counts.ts'

const [lifetime, longLifetime] = [300_000, 3_600_000].map((ms) => ({ surelyMs: ms, possiblyMs: ms }))

/** A conversation that goes on. Its last tenth is new. */
const goingOn = {
  ...{ warm: true, bodyCharacters: 20_000, conversationCharacters: 18_000, freshCharacters: 2_000 },
  ...{
    repeatedCharacters: 16_000,
    segments: [],
    ends: [],
    isNext: true,
    isFrameNew: false,
    areTextsNew: false,
    mayBeGone: false,
  },
  // Its last block is marked for the longer lifetime.
  ...{
    asked: { surelyEnds: 'markers', markers: [{ blocksBehind: 0, lifetime: longLifetime }] },
    prices: { lifetime, longLifetime },
  },
}

/** A conversation that goes on, most of it pictures or not. */
const facts = (forwardedCharacters: number): ExchangeFacts =>
  ({
    status: 200,
    forwardedCharacters,
    retriedVerbatim: false,
    target: { provider: { prices: anthropicPrices } },
    compaction: {
      outcome: 'verbatim',
      model: 'claude-opus-4-6',
      sent: goingOn,
    },
  }) as unknown as ExchangeFacts

const usage = (written: number) => ({
  ...{ inputTokens: 10_000, cacheReadTokens: 0, cacheWriteTokens: written, cacheWriteLongTokens: 0, outputTokens: 1 },
  cacheUntold: true as const,
})

describe('where a provider does not say what it read', () => {
  it('what it says to have written counts as written', () => {
    const counts = receiptCounts(facts(20_000), usage(1_000), noSavings)
    expect(counts).toMatchObject({ estimated: true, tokensAfter: 10_000 })
    expect(counts.effectiveTokensAfter).toBeCloseTo(0.1 * 9_000 + 1.25 * 1_000)
    const long = receiptCounts(facts(20_000), { ...usage(1_000), cacheWriteLongTokens: 500 }, noSavings)
    expect(long.effectiveTokensAfter).toBeCloseTo(0.1 * 8_500 + 1.25 * 1_000 + 2 * 500)
  })

  it('no more was read than was not written', () => {
    const { effectiveTokensAfter } = receiptCounts(facts(20_000), usage(9_500), noSavings)
    expect(effectiveTokensAfter).toBeCloseTo(0.1 * 500 + 1.25 * 9_500)
  })

  it('as much was read as the request repeats, by its characters', () => {
    const { effectiveTokensAfter } = receiptCounts(facts(20_000), usage(0), noSavings)
    expect(effectiveTokensAfter).toBeCloseTo(0.1 * 9_000 + 1_000)
    const behindNewSettings = { outcome: 'verbatim', model: 'claude-opus-4-6', sent: { ...goingOn, isFrameNew: true } }
    const counts = receiptCounts(
      { ...facts(20_000), compaction: behindNewSettings } as unknown as ExchangeFacts,
      usage(0),
      noSavings,
    )
    expect(counts.effectiveTokensAfter).toBeCloseTo(0.1 * 8_000 + 2_000)
  })

  it('nothing was read of what can no longer be cached, where nothing is reported either', () => {
    const cold = { outcome: 'verbatim', model: 'claude-opus-4-6', sent: { ...goingOn, warm: false } }
    const counts = receiptCounts(
      { ...facts(20_000), compaction: cold } as unknown as ExchangeFacts,
      undefined,
      noSavings,
    )
    expect(counts).toMatchObject({ estimated: true, effectiveTokensAfter: counts.tokensAfter })
    expect(counts.tokensAfter).toBeGreaterThan(0)
  })

  it('as much was read as was sent before, however large the files of its pictures are', () => {
    const { effectiveTokensAfter } = receiptCounts(facts(900_000), usage(0), noSavings)
    expect(effectiveTokensAfter).toBe(receiptCounts(facts(20_000), usage(0), noSavings).effectiveTokensAfter)
  })
})

it('what was saved before what was read weighs what a read costs, where no record says what was changed', () => {
  const savings = { ...noSavings, tokensSaved: 100, tokensSavedInPrefix: 60 }
  const unknown = { ...facts(20_000), compaction: { outcome: 'compacted', model: 'claude-opus-4-6' } }
  const gained = (cacheReadTokens: number): number => {
    const { cacheUntold: _, ...reported } = usage(0)
    const counts = receiptCounts(unknown as unknown as ExchangeFacts, { ...reported, cacheReadTokens }, savings)
    return (counts.effectiveTokensBefore ?? 0) - (counts.effectiveTokensAfter ?? 0)
  }
  expect(gained(4_000)).toBeCloseTo(60 * 0.1 + 40)
  expect(gained(0)).toBeCloseTo(100)
})

it('what was saved weighs what was written where it stood: for the longer lifetime before the shorter one', () => {
  const sent = {
    ...{ ...goingOn, warm: false },
    segments: [12_000, 4_001, 3_000].map((charactersBehind) => ({ charactersBehind, characters: 200, turn: 0 })),
  }
  const cold = { ...facts(20_000), compaction: { outcome: 'compacted', model: 'claude-opus-4-6', sent } }
  const savings = { ...noSavings, tokensSaved: 1_110, bySegment: [10, 100, 1_000] }
  const gained = (cacheWriteLongTokens: number, cacheWriteTokens = 10_000 - cacheWriteLongTokens): number => {
    const reported = {
      inputTokens: 10_000,
      cacheReadTokens: 0,
      cacheWriteTokens,
      cacheWriteLongTokens,
      outputTokens: 1,
    }
    const counts = receiptCounts(cold as unknown as ExchangeFacts, reported, savings)
    return (counts.effectiveTokensBefore ?? 0) - (counts.effectiveTokensAfter ?? 0)
  }
  // The middle of the second stands at 16,099 of 20,000 characters, which are 8,049 of 10,000 tokens.
  expect(gained(8_000)).toBeCloseTo(10 * 2 + 1_100 * 1.25)
  expect(gained(8_060)).toBeCloseTo(110 * 2 + 1_000 * 1.25)
  expect(gained(8_000, 0)).toBeCloseTo(1_110 * (0.8 * 2 + 0.2))
})

it('what was saved behind the last marker for the longer lifetime was written for the shorter one, however dense what stands before it', () => {
  const gained = (markers: readonly object[], surelyEnds = 'markers'): number => {
    const sent = {
      ...{ ...goingOn, warm: false, asked: { surelyEnds, markers } },
      ends: [3, 2, 1].map((turn) => ({ turn, blocksBehind: 2 * (3 - turn) })),
      segments: [1, 2, 3].map((turn) => ({ charactersBehind: 15_000 - turn, characters: 200, turn })),
    }
    const cold = { ...facts(20_000), compaction: { outcome: 'compacted', model: 'claude-opus-4-6', sent } }
    const savings = { ...noSavings, tokensSaved: 1_110, bySegment: [10, 100, 1_000] }
    const reported = { inputTokens: 10_000, cacheReadTokens: 0, cacheWriteTokens: 1_000, cacheWriteLongTokens: 9_000 }
    const counts = receiptCounts(cold as unknown as ExchangeFacts, { ...reported, outputTokens: 1 }, savings)
    return (counts.effectiveTokensBefore ?? 0) - (counts.effectiveTokensAfter ?? 0)
  }
  const short = { blocksBehind: 0, lifetime }
  const long = (blocksBehind: number) => ({ blocksBehind, lifetime: longLifetime })
  expect(gained([short])).toBeCloseTo(1_110 * 1.25)
  expect(gained([long(2), short])).toBeCloseTo(110 * 2 + 1_000 * 1.25)
  expect(gained([long(0), short])).toBeCloseTo(1_110 * 2)
  // A gateway whose rules are not known may take markers as it likes.
  expect(gained([], 'nowhere')).toBeCloseTo(1_110 * 2)
})

it('what was saved of what is read weighs what a read costs, whatever is written behind it', () => {
  const sent = {
    ...goingOn,
    segments: [15_000, 4_000].map((charactersBehind) => ({ charactersBehind, characters: 200, turn: 0 })),
    charactersBehindUnchanged: 10_000,
    previous: { frame: 'a', inputTokens: 0, evidence: { everRead: true } },
  }
  const moved = { ...facts(20_000), compaction: { outcome: 'compacted', model: 'claude-opus-4-6', sent } }
  const reported = { inputTokens: 10_000, cacheReadTokens: 1_000, cacheWriteTokens: 1_000, cacheWriteLongTokens: 8_000 }
  const savings = { ...noSavings, tokensSaved: 110, bySegment: [10, 100] }
  const counts = receiptCounts(moved as unknown as ExchangeFacts, { ...reported, outputTokens: 1 }, savings)
  expect(counts.cacheRewriteTokens).toBe(4_000)
  const net = (counts.effectiveTokensBefore ?? 0) - (counts.effectiveTokensAfter ?? 0)
  expect(net).toBeCloseTo(10 * 0.1 + 100 * 2 - 4_000 * (2 - 0.1))
})

describe('what was not read because of us', () => {
  /** A move took 365 tokens out of the 2,195 that the request before it had; the new text is denser than the old. */
  const moved = (sent: object, retriedVerbatim = false): ExchangeFacts =>
    ({
      status: 200,
      retriedVerbatim,
      target: { provider: { prices: openaiPrices } },
      compaction: {
        outcome: 'compacted',
        model: 'gpt-4.1',
        sent: {
          ...{ ...goingOn, isFrameNew: false, areTextsNew: false, movedTokens: 365 },
          ...{ charactersBehindUnchanged: 2_000, prices: { stepTokens: 128 } },
          previous: { frame: 'a', inputTokens: 2_195, evidence: { everRead: true } },
          ...sent,
        },
      },
    }) as unknown as ExchangeFacts
  const reported = {
    ...{ inputTokens: 2_522, cacheReadTokens: 1_792, cacheWriteTokens: 0, cacheWriteLongTokens: 0, outputTokens: 1 },
  }
  const rewritten = (sent: object = {}, usage = reported, retriedVerbatim = false): number =>
    receiptCounts(moved(sent, retriedVerbatim), usage, noSavings).cacheRewriteTokens

  it('is told by the count of the request before it, up to its last whole step', () => {
    expect(rewritten()).toBe(2_176 - 365 - 1_792)
  })

  it('is told by the count of the request before it, up to its end, where no read ends at a step', () => {
    expect(rewritten({ prices: {} })).toBe(2_195 - 365 - 1_792)
  })

  it('is told by the rate of the conversation where that request was not counted, or is not the one before it', () => {
    const byRate = Math.round(2_522 - 1_792 - (2_000 * 2_522) / 20_000)
    expect(rewritten({ previous: { inputTokens: 0, evidence: { everRead: true } } })).toBe(byRate)
    expect(rewritten({ isNext: false })).toBe(byRate)
    expect(rewritten({ areTextsNew: true })).toBe(byRate)
  })

  it('is told by that count behind other settings as well', () => {
    expect(rewritten({ isFrameNew: true })).toBe(rewritten({}))
  })

  it('is told by the rate where the original was sent after all: that brings back what had gone before', () => {
    expect(rewritten({}, reported, true)).toBe(Math.round(2_522 - 1_792 - (2_000 * 2_522) / 20_000))
  })

  it('is nothing where the original was sent after all, and as much was read as was counted up to there', () => {
    const ends = [
      { turn: 2, charactersBehind: 0 },
      { turn: 1, charactersBehind: 2_000 },
    ]
    const counts = [{ turn: 1, characters: 18_000, tokens: 1_792 }]
    const previous = { inputTokens: 1_792, counts, evidence: { everRead: true } }
    expect(rewritten({ ends, previous }, reported, true)).toBe(0)
    expect(rewritten({ ends, previous }, { ...reported, cacheReadTokens: 1_280 }, true)).toBe(1_792 - 1_280)
  })

  it('is an estimate where the record could not be read', () => {
    const counts = receiptCounts(moved({ isNext: false, unreadable: true }), reported, noSavings)
    expect(counts).toMatchObject({ estimated: true })
    expect(counts.cacheRewriteTokens).toBeGreaterThan(0)
  })

  it('is an estimate where nobody can tell what the provider would have read', () => {
    const counts = (sent: object, cacheReadTokens = 0) =>
      receiptCounts(moved(sent), { ...reported, cacheReadTokens }, noSavings)
    // Nothing was read, and nothing stands before all that moved: it may be forgotten.
    expect(counts({ mayBeGone: true, changedTurn: 1 })).toMatchObject({ estimated: true, cacheRewriteTokens: 0 })
    expect(counts({ mayBeGone: true, changedTurn: 1 }, 1_792).estimated).toBe(false)
    const previous = { frame: 'a.b', inputTokens: 2_195, evidence: { everRead: true }, changedBehind: ['c'] }
    expect(counts({ previous, areTextsNew: true, frame: 'c.d' }, 2_100).estimated).toBe(true)
    expect(counts({ previous, areTextsNew: true, frame: 'e.d' }, 2_100).estimated).toBe(false)
  })

  it('is an estimate where it was sent as others had sent it, and more than what is new may differ', () => {
    const estimated = (charactersBehindUnchanged: number): boolean =>
      receiptCounts(moved({ asOthers: true, charactersBehindUnchanged }), reported, noSavings).estimated
    expect([estimated(2_001), estimated(2_000)]).toEqual([true, false])
  })

  it('counts behind an earlier move as well, once that can no longer be read, where the provider was seen to cache', () => {
    const ends = [0, 2_000].map((charactersBehind, index) => ({ turn: 9 - index, charactersBehind }))
    const later = { charactersBehindUnchanged: undefined, isNext: false, ends }
    const byRate = Math.round(2_522 - (2_000 * 2_522) / 20_000)
    const [unmoved, movedBefore] = [true, false].map((asSent) => ({ ...later, readable: { turn: 8, asSent } }))
    const usage = { ...reported, cacheReadTokens: 0 }
    expect([rewritten(unmoved, usage), rewritten(movedBefore, usage)]).toEqual([0, byRate])
    const neverRead = {
      previous: { frame: 'a', inputTokens: 2_195, evidence: { everRead: false, everWritten: false } },
    }
    expect(rewritten({ ...movedBefore, ...neverRead }, usage)).toBe(0)
  })

  it('is nothing behind texts that the conversation never had', () => {
    const previous = { frame: 'a.b', inputTokens: 2_195, evidence: { everRead: true } }
    expect(rewritten({ previous, areTextsNew: true, frame: 'c.d' })).toBe(0)
    expect(
      rewritten({ previous: { ...previous, textsBefore: ['c'] }, areTextsNew: true, frame: 'c.d' }),
    ).toBeGreaterThan(0)
  })

  it('is an estimate where the provider has summed up several rounds', () => {
    expect(receiptCounts(moved({}), { ...reported, summed: true }, noSavings).estimated).toBe(true)
    expect(receiptCounts(moved({}), reported, noSavings).estimated).toBe(false)
  })

  it('is told by the rate where requests end in what the next one does not have', () => {
    expect(rewritten({ ends: [{ charactersBehind: 500 }] })).toBe(Math.round(2_522 - 1_792 - (2_000 * 2_522) / 20_000))
  })

  it('is nothing where the cache has read less than stands before all that we changed', () => {
    const before = {
      ends: [
        { turn: 2, charactersBehind: 0 },
        { turn: 1, charactersBehind: 2_100 },
      ],
      unchangedTurn: 1,
    }
    expect(rewritten(before)).toBe(2_176 - 365 - 1_792)
    expect(rewritten(before, { ...reported, cacheReadTokens: 1_280 })).toBe(0)
    expect(rewritten(before, { ...reported, cacheReadTokens: 1_280 }, true)).toBeGreaterThan(0)
  })

  it('is no more than what was not read', () => {
    const before = { previous: { inputTokens: 50_000, evidence: { everRead: true } } }
    expect(rewritten(before)).toBe(2_522 - 1_792)
    expect(rewritten(before, { ...reported, inputTokens: 0, cacheReadTokens: 0 })).toBe(0)
  })
})
