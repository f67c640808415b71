// Exact counts: against values of the reference implementation, against the library, and in linear time.

import fc from 'fast-check'
import { countTokens as countByLibrary, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { isMisread, misreadTokenOrCount } from '../../../compressor/text/o200k/misread.ts'
import { sourceOf } from '../../../compressor/text/source.ts'
import { countTokens, countUnits, tokenOrCount } from '../../../compressor/text/tokens.ts'

/** Counted by OpenAI's own tiktoken. */
const reference: readonly (readonly [text: string, tokens: number])[] = [
  ['', 0],
  ['a', 1],
  ['hello world', 2],
  ['<|endoftext|>', 7],
  ['a <|endoftext|> b', 9],
  ['<|im_start|>user', 7],
  ['\ud800', 1],
  ['a \ud800 b', 3],
  ['\udc00\ud800', 1],
  ['\ufeffBOM', 3],
  ['a\ufeff b', 3],
  ['a\u0085b \u0085 c', 7],
  ["don't we'll I'VE", 4],
  ["a'ſ'REB", 5],
  ['漢字かな交じり文', 7],
  ['😀👍🏽👨\u200d👩\u200d👧', 12],
  ['  two  spaces\n\n\tand tabs\r\n', 8],
  ['1234567 12 1', 7],
  ['foo_bar.baz(qux)[0];', 9],
  ['https://example.com/a/b?c=1', 10],
  ['\u00a0\u2003x', 3],
  ['é e\u0301', 3],
  ['.\n/usr', 2],
  ['a'.repeat(1000), 125],
]

const plainText = { disallowedSpecial: new Set<string>() }
/** One of each kind that the pattern knows, and what it joins to them. */
const pieces = [
  ...' \t\n\r/.,\'"-_({1٣²',
  ...['  ', '\r\n', '\n\n', '\v', '\u00a0', '\u2028', '\u3000', '\0', '\u001f'],
  ...[
    "'s",
    "'LL",
    "'Ve",
    "'re",
    "'x",
    'ſ',
    'a',
    'B',
    'Hello',
    ' the',
    'camelCase',
    'HTTPServer',
    'ABC',
    '234',
    '12345',
  ],
  ...['é', 'ß', 'İ', 'ǅ', 'ʰ', '漢', '字かな', 'ا', '\u0301', '\u20dd', '€', '…', 'Ⅷ', '½'],
  ...['😀', '👩\u200d👧', '𝒜', '𝒷', '𐐀', '𐐨', '𝟙', '𠀀', '\u{e0101}', '\ufffd', '\ud800', '\udc00'],
]
const anything = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
)

describe('countTokens', () => {
  it.each(reference)('counts %j as the reference does', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens)
  })

  it('agrees with the library wherever the library is exact', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 40 }), (parts) => {
        const text = parts.join('')
        fc.pre(!isMisread(text))
        expect(countTokens(text)).toBe(countByLibrary(text, plainText))
      }),
      { numRuns: 5_000 },
    )
  })

  it('counts any part of a text as that part alone', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 80 }), fc.nat(), fc.nat(), (parts, first, second) => {
        const text = parts.join('')
        const ends = [first, second].map((place) => place % (text.length + 1))
        const [from, end] = [Math.min(...ends), Math.max(...ends)]
        expect(countUnits(sourceOf(text).units, from, end)).toBe(countTokens(text.slice(from, end)))
      }),
    )
  })

  it('knows the number of each token, and how many any other text is', () => {
    for (const text of ['a', ' the', 'Hello', '漢', '😀', ' \ufeff', '\ufffd'])
      expect(tokenOrCount(sourceOf(text).units, text.length)).toBe(encode(text)[0])
    for (const text of ['', 'hello world', ' \u{10ffff}', 'a'.repeat(1_000)])
      expect(tokenOrCount(sourceOf(text).units, text.length)).toBe(-countTokens(text))
  })

  it('knows what the library makes of marks that it misreads', () => {
    const one = fc.oneof(fc.constantFrom('\ufeff', '\x85', "'ſ", ' '), anything)
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        const tokens = encode(text, plainText)
        expect(misreadTokenOrCount(text)).toBe(tokens.length === 1 ? tokens[0] : -tokens.length)
      }),
      { numRuns: 2_000 },
    )
  })

  it('does not depend on what was counted before', () => {
    const text = 'The quick brown fox (which was 3 years old) jumped.'
    const once = countTokens(text)
    for (let word = 0; word < 70_000; word++) countTokens(` word${word}`)
    expect(countTokens(text)).toBe(once)
  })

  it('merges long pieces like the library, but in linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢'), minLength: 20, maxLength: 400 }), (piece) => {
        expect(countTokens(piece)).toBe(countByLibrary(piece, plainText))
      }),
      { numRuns: 40 },
    )
    expect(countTokens('a'.repeat(200_000))).toBe(25_000)
  })
})
