// The simplest ways to shorten a text, to stand beside an engine at the same share of tokens: orders in which words or whole
// sentences go. Two of them are probes: they hold facts and lose what the facts are about.

import { splitSentences } from '../../compressor/text/sentences.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { type KeptSpans, type Span, sliceSpans } from '../../core/spans.ts'

interface Piece {
  readonly start: number
  readonly end: number
  readonly text: string
  /** From 0 to 1: the same for the same place in a text, and otherwise arbitrary. */
  readonly dice: number
}

/** Bits of information in a word, by how often it stands in other texts. */
export type Information = (word: string) => number

/** The order in which pieces go: the smaller, the earlier. */
type Order = (piece: Piece) => number

export interface Baseline {
  readonly name: string
  /** What is left at a share of the tokens, or as near to it as its pieces allow. */
  keep(text: string, share: number): KeptSpans
}

const stopWords = new Set(
  `i me my we our you your he him his she her it its they them their what which who whom this that these those am is are was
  were be been being have has had having do does did doing a an the and but if or because as until while of at by for with
  about against between into through during before after above below to from up down in out on off over under again further
  then once here there when where why how all any both each few more most other some such own same so than too very s t can
  will just should now`.split(/\s+/),
)
const negation = /^(no|not|never|none|nor|neither|nobody|nothing|nowhere|without|cannot|\w+n['’]t)$/

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9’']/g, '')
const isStopWord = (text: string): boolean => stopWords.has(bare(text))
const isPinned = (text: string): boolean => /\d/.test(text) || negation.test(bare(text))
const isValue = (text: string): boolean => /[\dA-Z]/.test(text)

/** Bits of information per word in some texts; a word that they lack counts as if it stood there half a time. */
export const informationIn = (texts: readonly string[]): Information => {
  const counts = new Map<string, number>()
  let total = 0
  for (const text of texts)
    for (const word of text.split(/\s+/)) {
      counts.set(bare(word), (counts.get(bare(word)) ?? 0) + 1)
      total++
    }
  return (word) => Math.log2(total / (counts.get(bare(word)) ?? 0.5))
}

const diced = (text: string, spans: readonly Span[]): Piece[] => {
  let state = text.length
  return spans.map(([start, end]) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return { start, end, text: text.slice(start, end), dice: (state >>> 8) / 0x800000 }
  })
}
/** Words, each with the white space before it. */
const wordsOf = (text: string): Piece[] =>
  diced(
    text,
    [...text.matchAll(/\s*\S+/g)].map(({ 0: word, index }) => [index, index + word.length]),
  )
const sentencesOf = (text: string): Piece[] => diced(text, splitSentences(text))

const keepPieces = (text: string, pieces: readonly Piece[], order: Order, share: number): KeptSpans => {
  const inOrder = [...pieces].sort((one, other) => order(one) - order(other) || one.start - other.start)
  const target = Math.round(countTokens(text) * share)
  const spansWithout = (dropped: number): KeptSpans => {
    const gone = new Set(inOrder.slice(0, dropped))
    return pieces.filter((piece) => !gone.has(piece)).map(({ start, end }) => [start, end])
  }
  const excess = (dropped: number): number => countTokens(sliceSpans(text, spansWithout(dropped))) - target
  let few = 0
  let many = pieces.length
  while (few < many) {
    const middle = (few + many) >> 1
    if (excess(middle) > 0) few = middle + 1
    else many = middle
  }
  const nearest = few > 0 && excess(few - 1) < -excess(few) ? few - 1 : few
  return spansWithout(nearest)
}

const mean = (information: Information, sentence: string): number => {
  const words = sentence.trim().split(/\s+/)
  return words.reduce((sum, word) => sum + information(word), 0) / words.length
}

/** All of them; `information` must not come from the texts that are measured. */
export const baselines = (information: Information): readonly Baseline[] => {
  const words = (name: string, order: Order): Baseline => ({
    name,
    keep: (text, share) => keepPieces(text, wordsOf(text), order, share),
  })
  const pinned = (text: string): number => (isPinned(text) ? 1_000 : 0)
  const content = (text: string): number => (isStopWord(text) ? 0 : 100)
  return [
    words('random words', ({ dice }) => dice),
    words('head', ({ start }) => -start),
    words('stop-words, pins', ({ text, dice }) => dice + content(text) + pinned(text)),
    words('self-information', ({ text }) => information(text)),
    words('stop-words, self-information, pins', ({ text }) => information(text) + content(text) + pinned(text)),
    {
      name: 'whole sentences',
      keep: (text, share) => keepPieces(text, sentencesOf(text), (piece) => mean(information, piece.text), share),
    },
    words('probe: values only', ({ text, dice }) => dice + (isValue(text) ? 1 : 0)),
    words('probe: pins and random', ({ text, dice }) => dice + pinned(text)),
  ]
}

/** Runs of white space cut to their first character: what can be had for nothing. */
export const withoutWhiteSpace = (text: string): KeptSpans => {
  const spans: Span[] = []
  let start = 0
  for (const { 0: run, index } of text.matchAll(/\s{2,}/g)) {
    spans.push([start, index + 1])
    start = index + run.length
  }
  return start < text.length ? [...spans, [start, text.length]] : spans
}
