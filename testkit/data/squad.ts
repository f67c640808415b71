// Question answering as a measure of what a text still says: articles, their split, and who survives.
// Knows nothing of engines; the data is the reader's own copy.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { splitSentences } from '../../compressor/text/sentences.ts'
import { type KeptSpans, type Span, sliceSpans } from '../../core/text/spans.ts'
import { holds } from '../../eval/measures/survival.ts'
import { isTuningArticle } from './splits.ts'

const articles = z.object({
  data: z.array(
    z.object({
      title: z.string(),
      paragraphs: z.array(
        z.object({
          context: z.string(),
          qas: z.array(
            z.object({
              question: z.string(),
              answers: z.array(z.object({ text: z.string(), answer_start: z.number() })),
            }),
          ),
        }),
      ),
    }),
  ),
})

export interface Question {
  readonly answers: readonly { readonly text: string; readonly span: Span }[]
  /** The sentence of the first answer. */
  readonly sentence: Span
  /** Content words of the question that stand in that sentence. */
  readonly evidence: readonly string[]
}

export interface Paragraph {
  readonly article: string
  readonly text: string
  readonly questions: readonly Question[]
}

const small = new Set(
  'a an the of in on at by for with from to into and or but is are was were be been has have had do does did what which who whom whose when where why how many much it its this that'.split(
    ' ',
  ),
)
const punctuation = /[!-/:-@[-`{-~‘’“”–—…]/g

/** The usual normal form of SQuAD: lower case, no punctuation, no articles, single spaces; framed by spaces, so that words match whole. */
const normalised = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(punctuation, '')
    .replace(/\b(a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ')} `

const contentWords = (text: string): string[] =>
  normalised(text)
    .split(' ')
    .filter((word) => word !== '' && !small.has(word))

/** Published form of an article. */
export type Article = z.infer<typeof articles>['data'][number]

/** Every paragraph with its questions, where their answers stand, and what around them is evidence. */
export const paragraphsOf = (published: readonly Article[]): readonly Paragraph[] =>
  published.flatMap(({ title, paragraphs }) =>
    paragraphs.map(({ context, qas }) => {
      const sentences = splitSentences(context)
      const questions = qas.map(({ question, answers }) => {
        const at = answers[0]?.answer_start ?? 0
        const sentence = sentences.find(([start, end]) => at >= start && at < end) ?? [0, context.length]
        const words = new Set(contentWords(context.slice(...sentence)))
        const evidence = [...new Set(contentWords(question))].filter((word) => words.has(word))
        const gold = answers.map(({ text, answer_start: start }) => {
          const span: Span = [start, start + text.length]
          return { text, span }
        })
        return { answers: gold, sentence, evidence }
      })
      return { article: title, text: context, questions }
    }),
  )

/** Paragraphs of the articles that were tuned on, or of the others; `undefined` when the folder lacks the file. */
export const readParagraphs = (folder: string, tuning: boolean): readonly Paragraph[] | undefined => {
  const file = join(folder, 'qa', 'squad.json.gz')
  if (!existsSync(file)) return undefined
  const { data } = articles.parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')))
  return paragraphsOf(data.filter(({ title }) => isTuningArticle(title) === tuning))
}

const clip = (spans: KeptSpans, [from, until]: Span): KeptSpans =>
  spans.flatMap(([start, end]): Span[] => {
    const span: Span = [Math.max(start, from), Math.min(end, until)]
    return span[0] < span[1] ? [span] : []
  })

export interface Survival {
  /** Some gold answer is left whole, every character of it, where it stood. */
  readonly whole: boolean
  /** Whole, or some gold answer can be read in what is left, in normal form. */
  readonly readable: boolean
  /** Share of the evidence left in the answer's sentence; 0 when no answer is whole. */
  readonly bound: number
}

/** What the kept spans of a paragraph still say about one of its questions. */
export const survivalOf = (paragraph: Paragraph, kept: KeptSpans, question: Question): Survival => {
  const left = normalised(sliceSpans(paragraph.text, kept))
  const whole = question.answers.some(({ span }) => holds(kept, ...span))
  const readable = whole || question.answers.some(({ text }) => left.includes(normalised(text)))
  if (!whole) return { whole, readable, bound: 0 }
  const words = new Set(contentWords(sliceSpans(paragraph.text, clip(kept, question.sentence))))
  const evidence = question.evidence.filter((word) => words.has(word)).length
  return { whole, readable, bound: question.evidence.length === 0 ? 1 : evidence / question.evidence.length }
}
