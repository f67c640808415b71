import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adeline } from '../../../../compressor/engines/adeline/editions.ts'
import { countTokens } from '../../../../compressor/text/tokens.ts'
import { defined } from '../../../../core/collections/defined.ts'
import { losslessSpans } from '../../../../core/lossless/lossless.ts'
import { type KeptSpans, sliceSpans, spansFault } from '../../../../core/text/spans.ts'
import { anyText } from './arbitrary.ts'

const keptOf = (text: string, budget?: number): KeptSpans => {
  const result = adeline.compress(text, defined({ budget }))
  return 'kept' in result ? result.kept : [[0, text.length]]
}

/** One byte per character: 1 for kept. */
const maskOf = (text: string, spans: KeptSpans): Uint8Array => {
  const mask = new Uint8Array(text.length)
  for (const [start, end] of spans) mask.fill(1, start, end)
  return mask
}

const isSubset = (inner: Uint8Array, outer: Uint8Array): boolean =>
  inner.every((kept, at) => kept === 0 || outer[at] === 1)

const budgets = fc.oneof(
  fc.constantFrom(0, 0.1, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 1),
  fc.double({ min: 0, max: 1, noNaN: true }),
)

describe('for any text', () => {
  it('kept spans are sound, counts are exact, and the result either saves tokens or is the text itself', () => {
    fc.assert(
      fc.property(anyText, budgets, (text, budget) => {
        const result = adeline.compress(text, { budget })
        expect(result.tokensBefore).toBe(countTokens(text))
        if (!('kept' in result)) return
        expect(spansFault(text, result.kept)).toBeUndefined()
        expect(sliceSpans(text, result.kept).trim()).not.toBe('')
        expect(result.tokensAfter).toBe(countTokens(sliceSpans(text, result.kept)))
        expect(result.tokensAfter).toBeLessThan(result.tokensBefore)
        expect(result.floorReached).toBe(false)
      }),
      { numRuns: 350 },
    )
  })

  it('a larger budget never keeps what a smaller one dropped', () => {
    fc.assert(
      fc.property(anyText, budgets, budgets, (text, one, other) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)]
        expect(isSubset(maskOf(text, keptOf(text, large)), maskOf(text, keptOf(text, small)))).toBe(true)
      }),
      { numRuns: 350 },
    )
  })

  it('the lossy depth never keeps what the lossless depth deletes', () => {
    fc.assert(
      fc.property(anyText, budgets, (text, budget) => {
        const result = adeline.compress(text, { budget })
        if (!('kept' in result)) return
        const lossless = losslessSpans(text) ?? [[0, text.length]]
        expect(isSubset(maskOf(text, result.kept), maskOf(text, lossless))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('budget 0 gives the lossless depth, which is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lossless = losslessSpans(text)
        const result = adeline.compress(text, { budget: 0 })
        if ('kept' in result) expect(result.kept).toEqual(lossless)
        const once = sliceSpans(text, keptOf(text, 0))
        expect(sliceSpans(once, keptOf(once, 0))).toBe(once)
      }),
      { numRuns: 200 },
    )
  })

  it('the same text gives the same result, whatever was compressed before, and the rate has no effect', () => {
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
        (text, other, rate) => {
          const first = adeline.compress(text, {})
          adeline.compress(other, { budget: 1 })
          expect(adeline.compress(text, { rate })).toEqual(first)
        },
      ),
      { numRuns: 200 },
    )
  })
})
