import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastEncode } from '../../../core/json/fast-encode.ts'

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

  it.each([8_190, 8_191, 8_192, 8_193, 16_383, 16_384, 16_385])('hold a pair behind %i units', (before) => {
    const text = `${'x'.repeat(before)}😀${'y'.repeat(9_000)}`
    expect(fastEncode(text)?.equals(Buffer.from(text))).toBe(true)
  })

  it.each(['\ud83d', '\ude00', '\ude00\ud83d', '\ud83d\ud83d\ude00'])(
    'are for the runtime where half of a pair stands alone (%#)',
    (half) => {
      for (const before of [0, 8_190, 8_191, 8_192]) {
        expect(fastEncode(`${'x'.repeat(before)}${half}${'y'.repeat(9_000)}`)).toBeUndefined()
        expect(fastEncode(`${'x'.repeat(9_000)}${half}`)).toBeUndefined()
      }
    },
  )

  it('are for the runtime where one character in eight is not ASCII', () => {
    expect(fastEncode('seven n你'.repeat(1_000))).toBeDefined()
    expect(fastEncode('six le你'.repeat(1_000))).toBeUndefined()
  })
})
