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
    '—',
    '…',
    '│',
    "''",
    "', '",
    '\n    ',
    '\t',
    '20261127',
    'mp3',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)

describe('the words of a text', () => {
  it('are runs of letters, and up to three digits', () => {
    expect(wordsIn('def foo')).toBe(2)
    expect(wordsIn('x1 mp3')).toBe(2 + 2)
    expect(wordsIn('1234567')).toBe(3)
    expect(wordsIn("don't")).toBe(1)
    expect(wordsIn('für')).toBe(1)
    expect(wordsIn('')).toBe(0)
  })

  it('are more by one for two marks or blanks between them', () => {
    expect(wordsIn('foo_bar(x)')).toBe(3)
    expect(wordsIn('foo, bar')).toBe(2 + 1)
    expect(wordsIn('def foo():\n    return')).toBe(3 + 1)
    expect(wordsIn('{"a":"b","c":1}')).toBe(4 + 4)
    expect(wordsIn("['a', 'b']")).toBe(2 + 2)
    expect(wordsIn('--- ')).toBe(1)
  })

  it('are not more for what may be one with a character that is not ASCII', () => {
    expect(wordsIn('—, a')).toBe(2)
    expect(wordsIn('."…')).toBe(1)
    expect(wordsIn('│ a │ b │')).toBe(5)
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
