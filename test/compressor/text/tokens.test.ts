// Exact counts: against values of the reference implementation, against the library, and in linear time.

import fc from 'fast-check'
import { countTokens as countByLibrary } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { countMergedTokens } from '../../../compressor/text/bpe.ts'
import { countTokens } from '../../../compressor/text/tokens.ts'

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
const pieces = [
  'a',
  'Hello',
  ' the',
  ' ',
  '  ',
  '\n',
  '\r\n',
  '\t',
  '.',
  ',',
  "'s",
  "'",
  '/',
  '1',
  '234',
  '漢',
  '😀',
  'é',
  '(',
  '_',
  '\ud800',
]

describe('countTokens', () => {
  it.each(reference)('counts %j as the reference does', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens)
  })

  it('agrees with the library wherever the library is exact', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
        const text = parts.join('')
        expect(countTokens(text)).toBe(countByLibrary(text, plainText))
      }),
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
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢'), minLength: 201, maxLength: 400 }),
        (piece) => {
          expect(countMergedTokens(piece)).toBe(countByLibrary(piece, plainText))
        },
      ),
      { numRuns: 20 },
    )
    expect(countTokens('a'.repeat(200_000))).toBe(25_000)
  })
})

describe('the cache of counts', () => {
  it('holds words, never the texts that they were cut from', () => {
    const heap = () => process.memoryUsage().heapUsed
    countTokens('warm up, once')
    const before = heap()
    for (let at = 0; at < 4_000; at++) {
      const text = Buffer.from(`${'the cat and dog '.repeat(1_000)}interminable${at}wordish and more`).toString(
        'latin1',
      )
      countTokens(text)
    }
    expect(heap() - before).toBeLessThan(40_000_000)
  })
})
