import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { judgedReceipt, receiptSchema } from '../../../core/ledger/receipt-schema.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'

const usage = { inputTokens: 960, cacheReadTokens: 1, cacheWriteTokens: 2, cacheWriteLongTokens: 3, outputTokens: 4 }
const full = aReceipt({
  ...{ settledAt: '2026-11-03T10:00:07.250Z', sessionId: '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69', client: 'codex' },
  ...{ provider: 'openai', model: 'm', upstreamHost: 'a.example', upstreamKeyFingerprint: 'f', compactionMode: 'off' },
  ...{ engineVersion: 'adeline-1.0.0', losslessVersion: 'lossless-2', reason: 'r', usage, rateAsked: 0.5 },
  ...{ tokensBefore: 1, tokensAfter: 1, effectiveTokensBefore: 0.25, effectiveTokensAfter: -0.25, rateReached: 0 },
  ...{ floorReached: true, retriedVerbatim: false, millisecondsPerStep: { relay: 0.01 } },
})

describe('a receipt before it is written', () => {
  it('stays as it is when its readers accept it', () => {
    expect(judgedReceipt(full)).toEqual({ receipt: full, leftOut: [] })
    const untold = { ...full, usage: { ...usage, cacheUntold: true as const } }
    expect(judgedReceipt(untold)).toEqual({ receipt: untold, leftOut: [] })
    const summed = { ...full, usage: { ...usage, summed: true as const } }
    expect(judgedReceipt(summed)).toEqual({ receipt: summed, leftOut: [] })
    expect(judgedReceipt(aReceipt())).toEqual({ receipt: aReceipt(), leftOut: [] })
  })

  it('says how it ended, and whose session it was, in words that are known: no other text is one', () => {
    expectTypeOf<'failed-open'>().toExtend<Receipt['outcome']>()
    expectTypeOf<'header'>().toExtend<Receipt['client']>()
    expectTypeOf<string>().not.toExtend<Receipt['outcome']>()
    expectTypeOf<string>().not.toExtend<Receipt['client']>()
    expect(receiptSchema.safeParse({ ...full, outcome: 'postponed', client: 'zed' }).success).toBe(true)
    for (const word of [1, null, undefined])
      expect(receiptSchema.safeParse({ ...full, outcome: word }).success).toBe(false)
  })

  it.each<[string, Partial<Receipt>]>([
    ['rateAsked', { rateAsked: 1e-200 }],
    ['rateReached', { rateReached: Number.NaN }],
    ['effectiveTokensBefore', { effectiveTokensBefore: 1e200 }],
    ['tokensAfter', { tokensAfter: Number.POSITIVE_INFINITY }],
    ['usage', { usage: { ...usage, outputTokens: 1.5 } }],
    ['usage', { usage: { ...usage, inputTokens: -1 } }],
    ['usage', { usage: { ...usage, inputTokens: true as unknown as number } }],
    ['usage', { usage: { ...usage, cacheUntold: 1 as unknown as true } }],
  ])('goes without %s where no reader accepts it', (name, wrong) => {
    const { receipt, leftOut } = judgedReceipt({ ...full, ...wrong })
    const { [name as keyof Receipt]: _, ...rest } = full

    expect(leftOut).toEqual([name])
    expect(receipt).toEqual(rest)
    expect(receiptSchema.parse(receipt)).toEqual(rest)
  })

  it('is one that its readers accept, whatever its numbers are', () => {
    const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-0, 1e-130, 9.9e125, 1e126, 2 ** 53))
    const optional = fc.record({ tokensBefore: number, rateReached: number, effectiveTokensAfter: number })
    fc.assert(
      fc.property(optional, number, fc.option(number), (numbers, inputTokens, relay) => {
        const times = relay === null ? {} : { millisecondsPerStep: { relay: Math.abs(relay) } }
        const made = { ...full, ...numbers, usage: { ...usage, inputTokens }, ...times }
        let judged: ReturnType<typeof judgedReceipt> | undefined
        try {
          judged = judgedReceipt(made)
        } catch {}
        const read = receiptSchema.safeParse(made)
        if (read.success) expect(judged).toEqual({ receipt: read.data, leftOut: [] })
        else if (judged !== undefined) expect(judged.leftOut).not.toEqual([])
        if (judged !== undefined) expect(receiptSchema.parse(judged.receipt)).toEqual(judged.receipt)
      }),
      { numRuns: 1_000, examples: [[{ tokensBefore: 0, rateReached: 0, effectiveTokensAfter: 0 }, 0, 5e-324]] },
    )
  })

  it.each([1e126, 1e-131, Number.POSITIVE_INFINITY, Number.NaN])('is refused with a time of %s', (relay) => {
    expect(() => judgedReceipt(aReceipt({ millisecondsPerStep: { relay } }))).toThrow()
  })

  it('goes without what no receipt has', () => {
    const more = { ...full, text: 'nobody asked for it' }
    expect(judgedReceipt(more)).toEqual({ receipt: full, leftOut: [] })
  })

  it('is refused when an attribute is wrong that every receipt has', () => {
    expect(() => judgedReceipt(aReceipt({ tokensSaved: Number.NaN }))).toThrow()
  })
})
