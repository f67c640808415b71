// Where sentences end, by example; and the laws of a cover.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitSentences } from '../../../compressor/text/sentences.ts'

const split = (text: string): string[] => splitSentences(text).map(([start, end]) => text.slice(start, end))

describe('splitSentences', () => {
  it.each([
    ['One. Two! Three? Four', ['One. ', 'Two! ', 'Three? ', 'Four']],
    ['Dr. Smith met Mr. J. Jones in the U.S. in May.', ['Dr. Smith met Mr. J. Jones in the U.S. in May.']],
    ['It costs $5.2 million. That is much.', ['It costs $5.2 million. ', 'That is much.']],
    ['He said "stop." Then he left.', ['He said "stop." ', 'Then he left.']],
    ['Hard-wrapped text\ngoes on here. New one.', ['Hard-wrapped text\ngoes on here. ', 'New one.']],
    ['A heading\n\nA paragraph.', ['A heading\n\n', 'A paragraph.']],
    ['Wait... what?! Yes.', ['Wait... what?! ', 'Yes.']],
    ['By the sea.[3] Then [citation needed] more.', ['By the sea.[3] ', 'Then [citation needed] more.']],
    ['城市建于十二世纪。后来商人来到这里。', ['城市建于十二世纪。', '后来商人来到这里。']],
  ])('splits %j', (text, sentences) => {
    expect(split(text)).toEqual(sentences)
  })

  it('covers its range', () => {
    const unit = fc.constantFrom('a', 'B', '.', '!', '…', '。', '"', ')', ' ', '\n', '\r\n', '1', 'Dr', '\ud800')
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        expect(split(units.join('')).join('')).toBe(units.join(''))
      }),
    )
  })
})
