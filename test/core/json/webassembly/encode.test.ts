import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastEncode } from '../../../../core/json/webassembly/encode.ts'

/** Mostly ASCII, and longer than one piece of it. */
const textFrom = (parts: readonly string[], each: number): string =>
  parts.map((part) => `${'a log line with words '.repeat(each)}${part}`).join('')

describe('the bytes of a long text', () => {
  it('are those that the runtime makes, wherever its pieces end', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.constantFrom('✓', 'ö', '東', '😀', '\u0000', '\ufeff'),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 40 }), fc.integer({ min: 10, max: 80 }), (parts, each) => {
        const text = textFrom(
          parts.map((one) => one.toWellFormed()),
          each,
        )
        expect(fastEncode(text)?.equals(Buffer.from(text))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  /** Two pieces of 10,000 units, or three of 10,000. */
  const lengths = [20_000, 30_000]
  const around = [9_997, 9_998, 9_999, 10_000, 10_001]

  it.each(lengths)('hold a pair wherever it stands in %i units', (length) => {
    for (const before of around) {
      const text = `${'x'.repeat(before)}😀${'y'.repeat(length - before - 2)}`
      expect(fastEncode(text)?.equals(Buffer.from(text))).toBe(true)
    }
  })

  it.each(['\ud83d', '\ude00', '\ude00\ud83d', '\ud83d\ud83d\ude00'])(
    'are for the runtime where half of a pair stands alone (%#)',
    (half) => {
      for (const before of [0, ...around, 19_996])
        expect(fastEncode(`${'x'.repeat(before)}${half}${'y'.repeat(20_000 - before - half.length)}`)).toBeUndefined()
      expect(fastEncode(`${'x'.repeat(20_000 - half.length)}${half}`)).toBeUndefined()
    },
  )

  it('are for the runtime where one character in eight is not ASCII', () => {
    expect(fastEncode('seven n你'.repeat(1_000))).toBeDefined()
    expect(fastEncode('six le你'.repeat(1_000))).toBeUndefined()
  })
})
