// The gates reject what selection and layout must never produce.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bindReports } from '../../../../compressor/engines/adeline/binding/reports.ts'
import { compact } from '../../../../compressor/engines/adeline/compact.ts'
import { composeSpans } from '../../../../compressor/engines/adeline/cutting/compose-spans.ts'
import { allowancesAt } from '../../../../compressor/engines/adeline/cutting/operating-point.ts'
import { selectUnits } from '../../../../compressor/engines/adeline/cutting/select.ts'
import { isClosed } from '../../../../compressor/engines/adeline/gating/closure.ts'
import { keepsJson, keepsValues } from '../../../../compressor/engines/adeline/gating/json.ts'
import { byRules } from '../../../../compressor/engines/adeline/learned/ranker.ts'
import { segment } from '../../../../compressor/engines/adeline/segment.ts'
import { pinnedPoints } from '../../../../compressor/engines/adeline/units/units.ts'
import { levels, rulePoints } from '../../../../compressor/engines/adeline/weighing/thresholds.ts'
import { countTokens } from '../../../../compressor/text/tokens.ts'
import { scanJson } from '../../../../core/json/scan.ts'
import { type Span, sliceSpans } from '../../../../core/text/spans.ts'
import { anyText } from './arbitrary.ts'

/** What is left of the text without the given parts, and whether the gate accepts it. */
const without = (text: string, ...parts: readonly string[]): { left: string; sound: boolean } => {
  const kept: Span[] = []
  let position = 0
  for (const part of parts) {
    const start = text.indexOf(part, position)
    if (start > position) kept.push([position, start])
    position = start + part.length
  }
  if (position < text.length) kept.push([position, text.length])
  const tape = scanJson(text)
  if (tape === undefined) throw new Error('not JSON')
  return { left: sliceSpans(text, kept), sound: keepsJson(tape, kept) }
}

describe('the gate for JSON', () => {
  it.each([
    ['{"a":1,"b":2}', ['"a":1,'], true],
    ['[1,2,3]', [',2'], true],
    ['[{"a":[1]},{"a":[2]}]', ['{"a":[1]},'], true],
    ['{"a":1,"b":2}', ['1,"b":'], false],
    ['{"a":{"b":1},"c":{"d":2}}', ['"b":1},"c":{'], false],
    ['[[1],[2]]', ['],['], false],
    ['{"a":[1]}', ['1'], false],
    ['{"a":{"b":1}}', ['"b":1'], false],
    ['{"a":123}', ['2'], false],
    ['{"a":"red lamp"}', [' lamp'], false],
    ['{"ab":1}', ['b'], false],
    ['{"a":1,"b":2}', [','], false],
    ['{"a":1}', ['}'], false],
    ['[-1,2]', ['-'], false],
    ['[1e5]', ['e5'], false],
  ] as const)('says of %s without %j that it is sound: %s', (text, parts, sound) => {
    expect(without(text, ...parts).sound).toBe(sound)
  })

  it('judges each value of a text by itself', () => {
    const text = '{"a":1,"b":2}\n{"a":3,"b":4}'
    const values = [0, 14].map((offset) => {
      const tape = scanJson(text.slice(offset, offset + 13))
      if (tape === undefined) throw new Error('not JSON')
      return { tape, offset }
    })
    expect(keepsValues(values, [[0, text.length]])).toBe(true)
    expect(keepsValues(values, [[14, text.length]])).toBe(true)
    expect(
      keepsValues(values, [
        [0, 6],
        [12, text.length],
      ]),
    ).toBe(true)
    expect(
      keepsValues(values, [
        [0, 6],
        [7, text.length],
      ]),
    ).toBe(false)
    expect(
      keepsValues(values, [
        [0, 12],
        [14, text.length],
      ]),
    ).toBe(false)
  })
})

describe('selection', () => {
  it('keeps what kept units need and everything pinned, at any level, for any text', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: levels.usual + levels.measuring }), (text, level) => {
        const segmented = segment(text, byRules, bindReports)
        expect(isClosed(segmented.units, selectUnits(segmented.units, allowancesAt(level, rulePoints)))).toBe(true)
      }),
      { numRuns: 120 },
    )
  })

  it('is not closed without a pinned unit or a needed one', () => {
    const segmented = segment(
      JSON.stringify({
        rows: [
          { id: 1, name: 'lamp' },
          { id: 2, name: 'shade' },
        ],
      }),
      byRules,
      bindReports,
    )
    const all = new Uint8Array(segmented.units.length).fill(1)
    expect(isClosed(segmented.units, all)).toBe(true)
    for (const [unit, points] of segmented.units.points.entries()) {
      const keep = Uint8Array.from(all)
      keep[unit] = 0
      const isNeeded = segmented.units.needs.includes(unit) || segmented.units.also.includes(unit)
      expect(isClosed(segmented.units, keep)).toBe(points !== pinnedPoints && !isNeeded)
    }
  })

  it('never returns a result that a gate rejects', () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({ value: 20 + (at % 3), unit: 'ms', none: null }))
    const text = JSON.stringify(rows)
    const segmented = segment(text, byRules, bindReports)
    segmented.layout.addVerbatim(0, 0, 1)
    expect(compact(text, countTokens(text), segmented, levels.usual, rulePoints)).toEqual({
      refused: 'rejected-by-gate',
    })
  })
})

describe('spans over spans', () => {
  it('cut what the outer spans leave', () => {
    const mask = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 })
    const spansOf = (kept: readonly boolean[]): Span[] =>
      kept.flatMap((each, at): Span[] => (each ? [[at, at + 1]] : []))
    fc.assert(
      fc.property(mask, mask, (outer, inner) => {
        const text = outer.map((_, at) => String.fromCharCode(0x4e00 + at)).join('')
        const left = sliceSpans(text, spansOf(outer))
        const within = spansOf(inner.slice(0, left.length))
        expect(sliceSpans(text, composeSpans(spansOf(outer), within))).toBe(sliceSpans(left, within))
      }),
    )
  })
})
