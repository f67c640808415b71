// Prose with questions: which answers a shortened paragraph still holds.

import { adeline } from '../../../compressor/engines/adeline/editions.ts'
import { helene, ruleBasedHelene } from '../../../compressor/engines/helene/engine.ts'
import { countTokens } from '../../../compressor/text/tokens.ts'
import { type Paragraph, survivalOf } from '../../../testkit/data/squad.ts'
import { blockOf } from '../../measures/carriers.ts'
import type { KeptAt } from '../../measures/survival.ts'
import { baselinesFrom, type Document, type QualitySet, shortener } from '../quality-set.ts'
import { Tallies } from '../tallies.ts'

/** An answer of small words without a digit or a capital: no engine keeps it for its looks. */
const isPlain = (answer: string): boolean => !/[\p{Lu}\p{Nd}]/u.test(answer)

const documentOf = (article: string, paragraphs: readonly Paragraph[]): Document => {
  const read = paragraphs.map((paragraph) => ({ paragraph, block: blockOf(0, paragraph.text) }))
  const judge = (keptAt: KeptAt): Tallies => {
    const tallies = new Tallies()
    for (const { paragraph, block } of read) {
      const kept = keptAt(block, 0) ?? [[0, block.text.length]]
      for (const question of paragraph.questions) {
        const { whole, readable, bound } = survivalOf(paragraph, kept, question)
        tallies
          .add('whole', [1, whole ? 1 : 0])
          .add('readable', [1, readable ? 1 : 0])
          .add('bound', [1, bound])
        if (question.answers.every(({ text }) => isPlain(text))) tallies.add('whole, plain', [1, whole ? 1 : 0])
      }
    }
    return tallies
  }
  return { id: article, blocks: read.map(({ block }) => block), judge }
}

const documentsOf = (paragraphs: readonly Paragraph[]): Document[] =>
  [...Map.groupBy(paragraphs, ({ article }) => article)].map(([article, members]) => documentOf(article, members))

const meaning = [
  'No weight was learned from these articles; docs/models/helene-1.md names two choices that knew what came out on them.',
  'whole: every character of a gold answer is left, in its place. readable: it can be read anywhere in what is left, case, articles',
  'and punctuation aside. bound: whole, times the share of the question’s words left in its sentence. plain: answers without a',
  'digit or a capital. Intervals by article.',
]

/** From so many tokens on helene picks a rate by itself. */
const longEnough = 96

/** Two sets: all paragraphs at given rates, and the longer ones with the rate that the engine picks. `others` are not measured. */
export const questionSets = (
  source: string,
  paragraphs: readonly Paragraph[],
  others: readonly Paragraph[],
): readonly QualitySet[] => {
  const simple = baselinesFrom(
    others.map(({ text }) => text),
    false,
  )
  const common = {
    engines: [
      shortener('helene-1', helene, 'rate'),
      shortener(`${ruleBasedHelene.version}, rules`, ruleBasedHelene, 'rate'),
    ],
    bystanders: [shortener('adeline-1', adeline, 'budget')],
    baselines: simple,
    inOrder: false,
    measures: ['whole', 'readable', 'bound', 'whole, plain'],
  } as const
  const long = paragraphs.filter(({ text }) => countTokens(text) >= longEnough)
  return [
    {
      ...common,
      name: 'questions',
      title: `Questions about prose, at given rates: ${source}`,
      notes: meaning,
      documents: documentsOf(paragraphs),
      points: [0.15, 0.3, 0.5, 0.7],
      bars: [
        { measure: 'whole', point: 0.7, value: 62 },
        { measure: 'whole', point: 0.5, value: 86 },
        { measure: 'whole', point: 0.3, value: 95 },
        { measure: 'numbers', point: 'every', value: 100 },
        { measure: 'denials', point: 'every', value: 100 },
      ],
    },
    {
      ...common,
      name: 'questions-own-rate',
      title: `The same, rate left out, paragraphs of ${longEnough} tokens or more`,
      notes: [],
      documents: documentsOf(long),
      points: ['own'],
      bars: [{ measure: 'whole', point: 'own', value: 98, removing: 20 }],
    },
  ]
}
