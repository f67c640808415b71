// Baselines: the share they were given, the same every time; probes that hold facts and lose what the facts are about.

import { describe, expect, it } from 'vitest'
import { countTokens } from '../../../compressor/text/tokens.ts'
import { sliceSpans } from '../../../core/text/spans.ts'
import { baselines, informationIn } from '../../../eval/quality/baselines.ts'
import { madeUpArticles } from '../../../eval/quality/made-up/articles.ts'

const texts = madeUpArticles('test').flatMap(({ paragraphs }) => paragraphs.map(({ context }) => context))
const all = baselines(informationIn(texts.slice(8)), true)
const text = texts.slice(0, 4).join('\n')

describe.each(all.map(({ name, keep }) => [name, keep] as const))('%s', (name, keep) => {
  it('keeps its share of the tokens, as nearly as its pieces allow', () => {
    const tokens = countTokens(text)
    const longest = name.includes('sentences') || name.includes('lines') ? tokens / 4 : 0.01 * tokens
    for (const share of [0.3, 0.5, 0.85]) {
      const kept = keep(text, share)
      expect(Math.abs(countTokens(sliceSpans(text, kept)) - share * tokens)).toBeLessThanOrEqual(longest)
      expect(keep(text, share)).toEqual(kept)
    }
  })
})

it('pins stay: a number and a denial go last', () => {
  const pinned = all.find(({ name }) => name === 'stop-words, pins')
  const left = sliceSpans(text, pinned?.keep(text, 0.4) ?? [])
  expect(left.match(/\d+/g)).toEqual(text.match(/\d+/g))
  expect(left.match(/\b(not|nobody|never)\b/g)).toEqual(text.match(/\b(not|nobody|never)\b/g))
})
