// The simplest ways to shorten a text, piece by piece, to stand beside an engine at the same share of tokens. Two of them are
// probes: they hold facts and lose what the facts are about, so a measure that they win says little.

import { splitSentences } from '../../compressor/text/sentences.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { type KeptSpans, type Span, sliceSpans } from '../../core/text/spans.ts'
import { hardAtoms } from '../measures/atoms.ts'
import { isStopWord } from '../measures/stop-words.ts'

interface Piece {
  readonly start: number
  readonly end: number
  readonly tokens: number
  /** Pieces of the smallest rank go first. */
  readonly rank: number
  /** From 0 to 1: the same for the same place in a text, and otherwise arbitrary. */
  readonly dice: number
}

/** Bits in a word, by how often it stands in other texts. */
export type Information = (word: string) => number

export interface Baseline {
  readonly name: string
  /** What is left at a share of the tokens, or as near to it as whole pieces allow. */
  keep(text: string, share: number): KeptSpans
}

type Cut = (text: string) => readonly Span[]
type Rank = (piece: string, start: number, dice: number) => number

const spanOf = (match: RegExpExecArray): Span => [match.index, match.index + match[0].length]
/** Words and marks, each with the white space before it. */
const words: Cut = (text) => [...text.matchAll(/\s*(?:[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_])/gu)].map(spanOf)

/** Lines; a value of JSON on one line is cut before its members. */
const lines: Cut = (text) => {
  const cuts = [...text.matchAll(/\n/g)].map(({ index }) => index + 1)
  if (cuts.length < 3 && /^[[{]/.test(text))
    for (const match of text.matchAll(/[,{[]\s*(?=["{[])/g)) cuts.push(match.index + match[0].length)
  const bounds = [...new Set([0, ...cuts, text.length])].sort((one, other) => one - other)
  return bounds.slice(1).map((end, at): Span => [bounds[at] ?? 0, end])
}

const negation = /^(no|not|never|none|nor|neither|nobody|nothing|nowhere|without|cannot)$/
const isMark = /^\s*[^\p{L}\p{N}_]$/u
const isCommon = (piece: string): boolean => isStopWord(piece.trim()) || isMark.test(piece)
const isPinned = (piece: string): boolean => /\p{Nd}/u.test(piece) || negation.test(piece.trim().toLowerCase())
const isValue = (piece: string): boolean => /[\p{Nd}\p{Lu}]/u.test(piece) || hardAtoms(piece).length > 0

const piecesOf = (text: string, cut: Cut, rank: Rank): Piece[] => {
  let state = text.length
  return cut(text).map(([start, end]) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    const dice = (state >>> 8) / 0x800000
    const piece = text.slice(start, end)
    return { start, end, tokens: countTokens(piece), rank: rank(piece, start, dice), dice }
  })
}

/** Rounds of dropping, each with what the last one missed the target by: the tokens of pieces do not simply add up. */
const rounds = 6

/** Drops pieces in order until the share of tokens is left, as exactly as whole pieces allow. */
const keepPieces = (text: string, pieces: readonly Piece[], share: number): KeptSpans => {
  const inOrder = [...pieces].sort((one, other) => one.rank - other.rank)
  const target = countTokens(text) * share
  const keepWithout = (excess: number): KeptSpans => {
    let rest = excess
    const gone = new Set<Piece>()
    for (const piece of inOrder) {
      if (rest <= piece.tokens * piece.dice) break
      gone.add(piece)
      rest -= piece.tokens
    }
    return pieces.filter((piece) => !gone.has(piece)).map(({ start, end }): Span => [start, end])
  }
  let excess = pieces.reduce((sum, { tokens }) => sum + tokens, 0) - target
  let kept = keepWithout(excess)
  for (let round = 1; round < rounds && pieces.length > rounds; round += 1) {
    const missed = countTokens(sliceSpans(text, kept)) - target
    if (Math.abs(missed) <= Math.max(0.5, 0.005 * target)) break
    excess += missed
    kept = keepWithout(excess)
  }
  return kept
}

const baseline = (name: string, cut: Cut, rank: Rank): Baseline => ({
  name,
  keep: (text, share) => keepPieces(text, piecesOf(text, cut, rank), share),
})

/** Lines by chance: a ranker that is worth no more knows nothing. */
export const randomLines: Baseline = baseline('random lines', lines, (_, __, dice) => dice)

/** All of them, lines only for texts that have some; `information` must not come from the texts that are measured. */
export const baselines = (information: Information, inLines: boolean): readonly Baseline[] => {
  const mean = (piece: string): number => {
    const all = piece.trim().split(/\s+/)
    return all.reduce((sum, word) => sum + information(word), 0) / all.length
  }
  const order = (...flags: readonly boolean[]): number => flags.reduce((sum, flag) => 2 * sum + (flag ? 1 : 0), 0)
  return [
    baseline('random words', words, (_, __, dice) => dice),
    baseline('head', words, (_, start) => -start),
    baseline('stop-words, pins', words, (piece, _, dice) => dice + order(isPinned(piece), !isCommon(piece))),
    baseline('self-information', words, information),
    baseline(
      'stop-words, information, pins',
      words,
      (piece) => 100 * order(isPinned(piece), !isCommon(piece)) + information(piece),
    ),
    baseline('whole sentences', splitSentences, mean),
    ...(inLines ? [randomLines] : []),
    baseline('probe: values only', words, (piece, _, dice) => dice + order(isValue(piece))),
    baseline('probe: pins and random', words, (piece, _, dice) => dice + order(isPinned(piece))),
  ]
}

const bare = (word: string): string => word.trim().toLowerCase()

/** Bits per word in some texts; a word that they lack counts as if it stood there half a time, white space for nothing. */
export const informationIn = (texts: readonly string[]): Information => {
  const counts = new Map<string, number>()
  let total = 0
  for (const text of texts)
    for (const span of words(text)) {
      const word = bare(text.slice(...span))
      counts.set(word, (counts.get(word) ?? 0) + 1)
      total += 1
    }
  return (word) => Math.log2(Math.max(total, 1) / (counts.get(bare(word)) ?? 0.5))
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
