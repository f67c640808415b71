// What is made up is the same every time, and its answers stand where it says.

import { expect, it } from 'vitest'
import { kinds, madeUpSamples, sizes } from '../../../bench/engines/samples.ts'
import { madeUpArticles } from '../../../eval/quality/made-up/articles.ts'
import { foreignTexts } from '../../../eval/quality/made-up/foreign-texts.ts'
import { madeUpPayloads, madeUpTraces } from '../../../eval/quality/made-up/structures.ts'

it('answers stand where they are said to stand', () => {
  for (const { paragraphs } of madeUpArticles('measured'))
    for (const { context, qas } of paragraphs)
      for (const { answers } of qas)
        for (const { text, answer_start: start } of answers)
          expect(context.slice(start, start + text.length)).toBe(text)
  for (const { texts } of foreignTexts)
    for (const { text, answers } of texts) for (const [answer = '?'] of answers) expect(text).toContain(answer)
})

it('is the same every time, and another lot is another', () => {
  expect(madeUpArticles('measured')).toEqual(madeUpArticles('measured'))
  expect(madeUpArticles('others')).not.toEqual(madeUpArticles('measured'))
  expect(madeUpTraces()).toEqual(madeUpTraces())
  for (const { text } of madeUpPayloads()) expect(() => JSON.parse(text)).not.toThrow()
})

it('speed is taken on texts of the size that is said, JSON whole, none twice', () => {
  const samples = madeUpSamples('measured')
  expect(samples.map(({ kind, size }) => `${kind} ${size}`)).toEqual(
    kinds.flatMap((kind) => sizes.map((size) => `${kind} ${size}`)),
  )
  const texts = samples.flatMap((sample) => sample.texts)
  expect(new Set(texts).size).toBe(texts.length)
  for (const { kind, size, texts: some } of samples) {
    // No made-up record is so small.
    if (kind === 'business JSON' && size === 1_000) continue
    expect(some.length).toBeGreaterThanOrEqual(size > 8_000 ? 3 : 100)
    for (const text of some) {
      expect(text.length).toBeLessThanOrEqual(size)
      expect(text.length).toBeGreaterThanOrEqual(0.4 * size)
      if (kind === 'business JSON') expect(() => JSON.parse(text)).not.toThrow()
    }
  }
})

const wordsIn = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.match(/[a-z]{5,}/g) ?? []))

it('texts of another lot have words of their own', () => {
  const lots = ['warming', 'measured'].map((lot) => wordsIn(madeUpSamples(lot).flatMap(({ texts }) => texts)))
  const [warming = new Set(), measured = new Set()] = lots
  const own = [...measured].filter((word) => !warming.has(word))
  expect(own.length).toBeGreaterThan(measured.size / 2)
})
