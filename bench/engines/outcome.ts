// What a way to shorten texts does to questions, numbers and denials: sums over paragraphs, and an interval by article.

import { countTokens } from '../../compressor/text/tokens.ts'
import { type KeptSpans, sliceSpans } from '../../core/spans.ts'
import { type Paragraph, survivalOf } from './squad.ts'

interface Tally {
  questions: number
  whole: number
}

export interface Outcome {
  /** Share of the o200k tokens that is left. */
  readonly kept: number
  /** Shares of the questions: answer whole in its place; readable in normal form; whole times the evidence around it. */
  readonly whole: number
  readonly readable: number
  readonly bound: number
  /** 95 % interval of `whole`. */
  readonly interval: readonly [number, number]
  /** Shares of all numbers and denials that are left whole, whatever became of their clause. */
  readonly numbers: number
  readonly denials: number
}

const number = /[\p{L}\d.,/%$€£-]*\d[\p{L}\d%]*/gu
const denial = /\b(?:no|not|never|none|nor|neither|nobody|nothing|nowhere|without|cannot|[a-z]+n['’]t)\b/gi

/** How many matches a text has, and how many of them are kept whole. */
const countKept = (text: string, kept: KeptSpans, pattern: RegExp): readonly [all: number, left: number] => {
  let all = 0
  let left = 0
  let span = 0
  for (const { 0: match, index } of text.matchAll(pattern)) {
    all++
    while ((kept[span]?.[1] ?? Number.POSITIVE_INFINITY) <= index) span++
    const [start, end] = kept[span] ?? [0, 0]
    if (start <= index && index + match.length <= end) left++
  }
  return [all, left]
}

/** Resamples articles; always the same samples. */
const intervalOf = (articles: readonly Tally[]): readonly [number, number] => {
  let state = 1
  const draw = (): Tally | undefined => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return articles[(state >>> 8) % articles.length]
  }
  const shares = Array.from({ length: 2_000 }, () => {
    let questions = 0
    let whole = 0
    for (let at = 0; at < articles.length; at++) {
      const article = draw()
      questions += article?.questions ?? 0
      whole += article?.whole ?? 0
    }
    return whole / questions
  }).sort((one, other) => one - other)
  return [shares[50] ?? 0, shares[1_949] ?? 0]
}

/** Shortens every paragraph and asks it its questions. */
export const measure = (paragraphs: readonly Paragraph[], keep: (text: string) => KeptSpans): Outcome => {
  const articles = new Map<string, Tally>()
  const sums = { before: 0, after: 0, readable: 0, bound: 0, numbers: [0, 0], denials: [0, 0] }
  for (const paragraph of paragraphs) {
    const { text, article, questions } = paragraph
    const kept = keep(text)
    sums.before += countTokens(text)
    sums.after += countTokens(sliceSpans(text, kept))
    for (const [pattern, sum] of [[number, sums.numbers] as const, [denial, sums.denials] as const])
      countKept(text, kept, pattern).forEach((count, at) => {
        sum[at] = (sum[at] ?? 0) + count
      })
    const tally = articles.get(article) ?? { questions: 0, whole: 0 }
    articles.set(article, tally)
    for (const question of questions) {
      const survival = survivalOf(paragraph, kept, question)
      tally.questions++
      if (survival.whole) tally.whole++
      if (survival.readable) sums.readable++
      sums.bound += survival.bound
    }
  }
  const tallies = [...articles.values()]
  const asked = tallies.reduce((sum, { questions }) => sum + questions, 0)
  return {
    kept: sums.after / sums.before,
    whole: tallies.reduce((sum, { whole }) => sum + whole, 0) / asked,
    readable: sums.readable / asked,
    bound: sums.bound / asked,
    interval: intervalOf(tallies),
    numbers: (sums.numbers[1] ?? 0) / (sums.numbers[0] ?? 1),
    denials: (sums.denials[1] ?? 0) / (sums.denials[0] ?? 1),
  }
}
