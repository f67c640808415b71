import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../../compressor/text/tokens.ts'
import { losslessSpanList } from '../../../core/lossless/lossless.ts'
import { blanksLost } from '../../../core/text/blanks.ts'
import { sliceSpans } from '../../../core/text/spans.ts'

const keptOf = (text: string) => losslessSpanList(text) ?? []

/** As Python prints it, on one line. */
const spaced = (value: unknown): string =>
  JSON.stringify(value, undefined, 1).replaceAll(/\n */g, ' ').replaceAll('\\/', '/')

/** As frameworks print what an MCP server answers. */
const enveloped = (text: string): string => JSON.stringify([{ type: 'text', text }])

describe('blanks of JSON that are tokens of their own', () => {
  it('stand before numbers and before words in quotes', () => {
    const text = '{"a": 1, "b": "c", "d": null, "e": "/f", "g": [ -1, "h" ]}'
    expect(blanksLost(text, keptOf(text))).toBe(7)
    expect(blanksLost('{"a":1}', keptOf('{"a":1}'))).toBe(0)
    expect(blanksLost(enveloped(text), keptOf(enveloped(text)))).toBe(7)
    const closing = enveloped('{"a": [], "b": {}, "c": [ "d", "e" ]}')
    expect(blanksLost(closing, keptOf(closing))).toBe(1)
    const deeper = enveloped(enveloped('{"a": "c", "b": 1}'))
    expect(blanksLost(deeper, keptOf(deeper))).toBe(1)
  })

  const word = fc.constantFrom('name', 'status', 'user_id', 'Zürich', 'the last one', '/usr/bin', '$total', 'A1', '')
  const value = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.double({ noNaN: true }))
  const record = fc.dictionary(word, fc.oneof(value, fc.array(value, { maxLength: 4 })), { minKeys: 1, maxKeys: 8 })

  it('save as many tokens when they go, but for one in five', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 12 }), fc.boolean(), (records, isEnveloped) => {
        const text = isEnveloped ? enveloped(spaced(records)) : spaced(records)
        const kept = keptOf(text)
        const saved = countTokens(text) - countTokens(sliceSpans(text, kept))
        expect(saved).toBeGreaterThanOrEqual(0.8 * blanksLost(text, kept))
      }),
      { numRuns: 300 },
    )
  })
})
