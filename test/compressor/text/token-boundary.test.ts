// Counts add up at every boundary, whatever stands around it.

import fc from 'fast-check'
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { describe, expect, it } from 'vitest'
import { isBoundary, partsTokens } from '../../../compressor/text/token-boundary.ts'
import { countTokens } from '../../../compressor/text/tokens.ts'

const character = fc.oneof(
  fc.constantFrom(...' \t\n\r/\'".,-aZ0\u0085\u00a0\u2028\u3000\ufeffé漢'),
  fc.constantFrom(' word', "'s", '\r\n', '123', 'é'),
  fc.string({ unit: 'binary', maxLength: 1 }),
)
/** Blanks between two line ends, which never stand between two chunks. */
const isExcepted = (left: string, right: string): boolean => /[\r\n]$/.test(left) && /^[ \t]\s*?[\r\n]/.test(right)

describe('boundaries of tokens', () => {
  it('let counts add up', () => {
    fc.assert(
      fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
        const text = characters.join('')
        for (let at = 1; at < text.length; at++) {
          const [left, right] = [text.slice(0, at), text.slice(at)]
          if (!isBoundary(text.charCodeAt(at - 1), text.charCodeAt(at)) || isExcepted(left, right)) continue
          expect(countTokens(left) + countTokens(right)).toBe(countTokens(text))
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it('may follow line ends, because a token that goes on after a line end and blanks ends in a line end', () => {
    const encoder = new TextEncoder()
    const tokens = ranks.map((token) =>
      Buffer.from(typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token)).toString('latin1'),
    )
    const blank = tokens.filter((token) => /[\r\n][ \t]/.test(token))
    expect(blank.length).toBeGreaterThan(0)
    expect(blank.filter((token) => /[\r\n][ \t]+([^\r\n \t]|$)/.test(token))).toEqual([])
  })

  it('do not exist at the ends of a text', () => {
    expect(partsTokens('', '')).toBe(false)
    expect(partsTokens('word', '')).toBe(false)
  })
})
