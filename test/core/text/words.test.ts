import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../../compressor/text/tokens.ts'
import { wordsIn } from '../../../core/text/words.ts'

const piece = fc.oneof(
  fc.constantFrom(
    'the',
    'for',
    'return',
    "don't",
    'für',
    'naïve',
    'e.g.',
    '1,024',
    'foo_bar',
    'a/b/c',
    '::',
    '{"',
    '": ',
    '","',
    '":[{"',
    '"}],',
    '\n\n',
    '----',
    '日本語',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)

describe('the words of a text', () => {
  it('are runs of letters and digits', () => {
    expect(wordsIn('def foo_bar(x1): return "für"\n')).toBe(6)
    expect(wordsIn("  don't --- ")).toBe(1)
    expect(wordsIn('')).toBe(0)
  })

  it('are more by one for two marks of JSON between them', () => {
    expect(wordsIn('{"a":"b","c":1}')).toBe(4 + 4)
    expect(wordsIn('{"a": "b"}\n"c"')).toBe(3 + 3)
    expect(wordsIn('[["e",":-:"]]')).toBe(1 + 2)
    expect(wordsIn('(a, "b")')).toBe(2)
  })

  it('are no more than its tokens', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('', ' '), (pieces, between) => {
        const text = pieces.join(between)
        expect(wordsIn(text)).toBeLessThanOrEqual(countTokens(text))
      }),
      { numRuns: 500 },
    )
  })
})
