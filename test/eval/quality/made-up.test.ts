// What is made up is the same every time, and its answers stand where it says.

import { expect, it } from 'vitest'
import { kinds, samplesOf, sizes } from '../../../bench/engines/samples.ts'
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

it('speed is taken on texts of the size that is said, JSON whole', () => {
  const { recorded, samples } = samplesOf(undefined)
  expect(recorded).toBe(false)
  expect(samples.map(({ kind, size }) => `${kind} ${size}`)).toEqual(
    kinds.flatMap((kind) => sizes.map((size) => `${kind} ${size}`)),
  )
  for (const { kind, size, texts } of samples)
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(size)
      expect(text.length).toBeGreaterThanOrEqual(0.4 * size)
      if (kind === 'business JSON') expect(() => JSON.parse(text)).not.toThrow()
    }
})
