// Languages that the engines do not know: left alone, or shortened by whole sentences; never garbled.

import { adeline, adelineByRules } from '../../../compressor/engines/adeline/editions.ts'
import { helene, ruleBasedHelene } from '../../../compressor/engines/helene/engine.ts'
import type { KeptSpans, Span } from '../../../core/text/spans.ts'
import { blockOf } from '../../measures/carriers.ts'
import { baselinesFrom, type Document, type QualitySet, shortener } from '../quality-set.ts'
import { isWhole } from '../retention.ts'
import { Tallies } from '../tallies.ts'

export interface ForeignText {
  /** Article or document. */
  readonly id: string
  readonly text: string
  /** Gold answers to each question. */
  readonly answers: readonly (readonly string[])[]
}

const sentence = /[^。！？.!?\n]*(?:[。！？!?]|\.(?=\s|$)|\n|$)/g

const sentencesOf = (text: string): Span[] =>
  [...text.matchAll(sentence)].flatMap(({ 0: match, index }): Span[] => {
    const start = index + match.length - match.trimStart().length
    const end = index + match.trimEnd().length
    return start < end ? [[start, end]] : []
  })

const touches = (kept: KeptSpans | undefined, [from, until]: Span): boolean =>
  kept === undefined || kept.some(([start, end]) => start < until && end > from)

const documentOf = (id: string, texts: readonly ForeignText[]): Document => {
  const read = texts.map(({ text, answers }) => ({ block: blockOf(0, text), sentences: sentencesOf(text), answers }))
  return {
    id,
    blocks: read.map(({ block }) => block),
    judge: (keptAt) => {
      const tallies = new Tallies()
      for (const { block, sentences, answers } of read) {
        const kept = keptAt(block, 0)
        const left = sentences.filter((span) => touches(kept, span))
        const isLeft = (answer: string): boolean => {
          const start = block.text.indexOf(answer)
          return start >= 0 && isWhole(kept, [start, start + answer.length])
        }
        tallies
          .add('left alone', [1, kept === undefined ? 1 : 0])
          .add('sentences whole, of left', [left.length, left.filter((span) => isWhole(kept, span)).length])
          .add('answers', [answers.length, answers.filter((gold) => gold.some(isLeft)).length])
      }
      return tallies
    },
  }
}

/** The texts of one language. `others` are not measured: what baselines know of words. */
export const languageSet = (
  name: string,
  source: string,
  texts: readonly ForeignText[],
  others: readonly string[],
): QualitySet => ({
  name: `language-${name}`,
  title: `A language that the engines do not know: ${source}`,
  notes: [
    'left alone: given back as it came. sentences whole: of those that anything is left of. answers: in their place, every',
    'character. Whatever is asked for; baselines only where the first engine shortens. Intervals by article.',
  ],
  documents: [...Map.groupBy(texts, ({ id }) => id)].map(([id, members]) => documentOf(id, members)),
  points: ['own', 0.3, 0.5],
  engines: [
    shortener('helene-1', helene, 'rate'),
    shortener(`${ruleBasedHelene.version}, rules`, ruleBasedHelene, 'rate'),
    shortener('adeline-1', adeline, 'budget'),
    shortener(`${adelineByRules.version}, rules`, adelineByRules, 'budget'),
  ],
  bystanders: [],
  baselines: baselinesFrom(others, false),
  inOrder: false,
  measures: ['left alone', 'sentences whole, of left', 'answers'],
  bars: [{ measure: 'sentences whole, of left', point: 'every', value: 100 }],
})
