// The first mention of each word is found, and no choice of words makes the search slow.

import { describe, expect, it } from 'vitest'
import { firstMentions } from '../../../../compressor/engines/helene/reading/mentions.ts'
import { type Prose, readProse } from '../../../../compressor/engines/helene/reading/prose.ts'
import { sourceOf } from '../../../../compressor/text/source.ts'

const proseOf = (words: readonly string[]): Prose => {
  const text = words.join(' ')
  const prose = readProse(sourceOf(text), [[0, text.length]], 1_000_000)
  if (prose === undefined) throw new Error('too many parts')
  return prose
}

const firstsOf = (words: readonly string[]): number[] => words.map((word) => words.indexOf(word))

describe('firstMentions', () => {
  it('finds words in any case', () => {
    expect([...firstMentions(proseOf(['Élan', 'bridge', 'the', 'BRIDGE', 'élan', '12', 'x9']))]).toEqual([
      0, 1, -1, 1, 0, 5, 5,
    ])
  })

  it('tells apart more words of one place than it compares', () => {
    const all = Array.from(
      { length: 40_000 },
      (_, at) => `word${at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`,
    )
    const { parts } = proseOf([...new Set(all)])
    // As many as share their low bits, which choose the place.
    const places = Map.groupBy(
      Array.from({ length: parts.count }, (_, at) => at),
      (at) => (parts.spelling[at] ?? 0) & 511,
    )
    const distinct = [...new Set(all)]
    const crowd = (places.get(7) ?? []).slice(0, 60).map((at) => distinct[at] ?? '')
    expect(crowd.length).toBeGreaterThan(40)
    const words = [...crowd, ...crowd, ...crowd]
    expect([...firstMentions(proseOf(words))]).toEqual(firstsOf(words))
  })
})
