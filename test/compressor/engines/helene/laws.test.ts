// What holds for every text and every rate.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { helene } from '../../../../compressor/engines/helene/engine.ts'
import { routeBlocks } from '../../../../compressor/text/router.ts'
import { countTokens } from '../../../../compressor/text/tokens.ts'
import { UnitKind } from '../../../../compressor/text/units.ts'
import { defined } from '../../../../core/collections/defined.ts'
import { type KeptSpans, sliceSpans, spansFault } from '../../../../core/text/spans.ts'
import { unitsIn } from '../../text/units-in.ts'
import { oddProse, prose } from './prose-arbitrary.ts'

const rates = [0.05, 0.15, 0.3, 0.5, 0.7, 0.9, 1] as const
const rate = fc.oneof(fc.constantFrom(undefined, ...rates), fc.double({ min: 0, max: 1, noNaN: true }))
const anyText = fc.oneof(prose(), oddProse(), fc.string({ unit: 'binary', maxLength: 400 }))
const compress = (text: string, asked: number | undefined) => helene.compress(text, defined({ rate: asked }))

const isInside = (inner: KeptSpans, outer: KeptSpans): boolean =>
  inner.every(([start, end]) => {
    let reached = start
    for (const [from, until] of outer) if (from <= reached && until > reached) reached = until
    return reached >= end
  })

describe('helene-1', () => {
  it('keeps sound spans of the text, counts exactly, and never returns an empty text', () => {
    fc.assert(
      fc.property(anyText, rate, (text, asked) => {
        const result = compress(text, asked)
        expect(result.tokensBefore).toBe(countTokens(text))
        if ('abstained' in result) return
        expect(spansFault(text, result.kept)).toBeUndefined()
        const left = sliceSpans(text, result.kept)
        expect(left).not.toMatch(/^[ \n\r\t]*$/)
        expect(countTokens(left)).toBe(result.tokensAfter)
        expect(result.tokensAfter).toBeLessThanOrEqual(result.tokensBefore)
      }),
      { numRuns: 400 },
    )
  })

  it('counts exactly if blanks between two line ends come together', () => {
    const text =
      'The order was not paid because the lamp of the room was very dark in there.\nit is all of it\n-- \nthe books that were on the table were in the room and it was dark.\n'
    for (let asked = 0.05; asked < 1; asked += 0.05) {
      const result = compress(text, asked)
      if ('kept' in result) expect(result.tokensAfter).toBe(countTokens(sliceSpans(text, result.kept)))
    }
  })

  it('gives the same result whatever it compressed before', () => {
    fc.assert(
      fc.property(anyText, oddProse(), rate, (text, other, asked) => {
        const once = compress(text, asked)
        compress(other, asked)
        expect(compress(text, asked)).toEqual(once)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps a subset of what a lower rate keeps', () => {
    fc.assert(
      fc.property(fc.oneof(prose(), oddProse()), (text) => {
        let outer: KeptSpans = [[0, text.length]]
        for (const asked of rates) {
          const result = compress(text, asked)
          if ('abstained' in result) continue
          expect(isInside(result.kept, outer)).toBe(true)
          outer = result.kept
        }
      }),
      { numRuns: 150 },
    )
  })

  it('meets the rate within a token or 0.5 %, or reports that it could not and removes less', () => {
    fc.assert(
      fc.property(fc.oneof(prose(), oddProse()), fc.double({ min: 0.01, max: 1, noNaN: true }), (text, asked) => {
        const result = compress(text, asked)
        if ('abstained' in result) return
        const target = Math.round((1 - asked) * result.tokensBefore)
        const tolerance = Math.max(1, Math.floor(result.tokensBefore * 0.005))
        if (result.floorReached) expect(result.tokensAfter).toBeGreaterThan(target + tolerance)
        else expect(Math.abs(result.tokensAfter - target)).toBeLessThanOrEqual(tolerance)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps or drops every unit as a whole, and keeps every number and denial at any rate', () => {
    const denial = /^(not|never|neither|nor|don't|won’t)$/
    fc.assert(
      fc.property(fc.oneof(prose(), oddProse()), rate, (text, asked) => {
        const result = compress(text, asked)
        if ('abstained' in result) return
        for (const { kind, start, end } of routeBlocks(text)) {
          if (kind !== 'prose') {
            expect(isInside([[start, end]], result.kept)).toBe(true)
            continue
          }
          for (const unit of unitsIn(text, start, end)) {
            if (unit.from === unit.end) continue
            const whole = isInside([[unit.from, unit.end]], result.kept)
            // A number that opens a line and labels it ("Speaker 2: …") goes with the line.
            const labels = /^[^\n]{0,40}:/.test(text.slice(unit.end, unit.end + 60))
            if (
              (unit.kind === UnitKind.number && !labels) ||
              denial.test(text.slice(unit.from, unit.end).toLowerCase())
            )
              expect(whole).toBe(true)
            const cut = result.kept.some(([from, until]) => from < unit.end && until > unit.from)
            expect(cut).toBe(whole)
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  it('never starts a line with a closing mark, nor glues two words together', () => {
    fc.assert(
      fc.property(prose(), rate, (text, asked) => {
        // Known: of an abbreviation that opens a line before a closing mark ("U.S.)"), helene-1 may leave the last stop.
        fc.pre(!/\n\S*\.\S*\.[,;)]/.test(text))
        const result = compress(text, asked)
        if ('abstained' in result) return
        const left = sliceSpans(text, result.kept)
        expect(left).not.toMatch(/(^|\n) *[,;).]/)
        const before = new Set(text.match(/[A-Za-z]+/g))
        for (const word of left.match(/[A-Za-z]+/g) ?? []) expect(before).toContain(word)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['a word after a lost quotation', 'The page https://x.y/z - the" the "the. the the the end. the the. the end. '],
    ['a chain of dashes', 'It was the—the—called by the people of the town. which the. the the quickly end. '],
  ])('does not glue two words together: %s', (_what, text) => {
    for (const asked of rates) {
      const result = compress(text.repeat(2), asked)
      if ('abstained' in result) continue
      const before = new Set(text.match(/[A-Za-z]+/g))
      for (const word of sliceSpans(text.repeat(2), result.kept).match(/[A-Za-z]+/g) ?? [])
        expect(before).toContain(word)
    }
  })

  it('never starts a line with a closing mark, even if its partner stands in the last question', () => {
    const text = 'the the the the (end. the? the\n\nthe the the the. end. the) the the. the the end. the the. the end. '
    for (const asked of rates) {
      const result = compress(text, asked)
      if (!('abstained' in result)) expect(sliceSpans(text, result.kept)).not.toMatch(/(^|\n) *[,;).]/)
    }
  })

  it('keeps a denial that looks like a label, and keeps two numbers apart across a quotation', () => {
    const label = `Paris the never the: the\n${'the the the end. '.repeat(4)}`
    const quotation = `Paris 3 the" the the the the end. London the "the. ${'the the the the end. '.repeat(3)}the 3 the end. `
    for (const asked of rates) {
      const one = compress(label, asked)
      if (!('abstained' in one)) expect(sliceSpans(label, one.kept)).toContain('never')
      expect(compress(quotation, asked)).not.toHaveProperty('abstained')
    }
  })

  it('keeps a word rather than a lone symbol', () => {
    const odd = ['\0 the e.g. the. the the the the the end. ', "\ud800' the the the the the the the the the the end. "]
    for (const text of odd.map((one) => `${one}the the `))
      for (const asked of rates) {
        const result = compress(text, asked)
        if (!('abstained' in result)) expect(sliceSpans(text, result.kept)).toMatch(/[a-z]/)
      }
  })

  it('never makes a text longer, whatever tokens merge where a word is gone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('the', '"', ' ', '. ', '\n', '# ', 'a'), { minLength: 30, maxLength: 60 }),
        (pieces) => {
          let tokens = Number.POSITIVE_INFINITY
          for (const asked of rates) {
            const result = compress(pieces.join(''), asked)
            if ('abstained' in result) continue
            expect(result.tokensAfter).toBeLessThanOrEqual(Math.min(tokens, result.tokensBefore))
            tokens = result.tokensAfter
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  it('finds next to nothing to remove in its own output', () => {
    fc.assert(
      fc.property(prose(), (text) => {
        const result = compress(text, undefined)
        if ('abstained' in result) return
        const again = compress(sliceSpans(text, result.kept), undefined)
        if (!('abstained' in again)) expect(again.tokensAfter).toBeGreaterThan(again.tokensBefore * 0.85)
      }),
      { numRuns: 100 },
    )
  })
})
