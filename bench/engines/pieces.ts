// The simplest ways to shorten a tool result, piece by piece: what stands beside an engine at the same share of tokens.

import { splitSentences } from '../../compressor/text/sentences.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { type KeptSpans, type Span, sliceSpans } from '../../core/spans.ts'
import { hardAtoms } from './atoms.ts'
import { isStopWord } from './stop-words.ts'

interface Piece {
  readonly start: number
  readonly end: number
  readonly tokens: number
  /** Pieces of the smallest rank go first. */
  readonly rank: number
  /** The same for the same place in a text, and otherwise arbitrary. */
  readonly dice: number
}

type Cut = (text: string) => readonly Span[]
type Rank = (text: string, span: Span, dice: number) => number

const words: Cut = (text) => [...text.matchAll(/\s*(?:[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_])/gu)].map(spanOf)
const spanOf = (match: RegExpExecArray): Span => [match.index, match.index + match[0].length]

/** Lines; a value of JSON on one line is cut before its members. */
const lines: Cut = (text) => {
  const cuts = [...text.matchAll(/\n/g)].map(({ index }) => index + 1)
  if (cuts.length < 3 && /^[[{]/.test(text))
    for (const match of text.matchAll(/[,{[]\s*(?=["{[])/g)) cuts.push(match.index + match[0].length)
  const bounds = [...new Set([0, ...cuts, text.length])].sort((one, other) => one - other)
  return bounds.slice(1).map((end, at): Span => [bounds[at] ?? 0, end])
}

const random: Rank = (_text, _span, dice) => dice
const hasDigit = /\p{Nd}/u
const isPunctuation = /^\s*[^\p{L}\p{N}_]$/u

/** What each baseline cuts a text into, and which pieces go first. */
export const pieceBaselines: Readonly<Record<string, { readonly cut: Cut; readonly rank: Rank }>> = {
  'random words': { cut: words, rank: random },
  'stop-words and marks first': {
    cut: words,
    rank: (text, [start, end], dice) => {
      const word = text.slice(start, end).trim()
      return isStopWord(word) || isPunctuation.test(word) ? dice : dice + 1
    },
  },
  'random lines': { cut: lines, rank: random },
  'random sentences': { cut: splitSentences, rank: random },
  'head kept': { cut: words, rank: (_text, [start]) => -start },
  'probe: pins, then random': {
    cut: words,
    rank: (text, [start, end], dice) => {
      const word = text.slice(start, end)
      return hasDigit.test(word) || hardAtoms(word).length > 0 ? dice + 1 : dice
    },
  },
}

/** The pieces of a text with their tokens; the same dice for the same text. */
const piecesOf = (text: string, { cut, rank }: { readonly cut: Cut; readonly rank: Rank }): Piece[] => {
  let state = text.length
  return cut(text).map((span) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    const dice = (state >>> 8) / 0x800000
    return {
      start: span[0],
      end: span[1],
      tokens: countTokens(text.slice(...span)),
      rank: rank(text, span, dice),
      dice,
    }
  })
}

/** Rounds of dropping, each with what the last one missed the target by: the tokens of pieces do not simply add up. */
const rounds = 4

/** Drops pieces until the given share of tokens is left, as exactly as whole pieces allow. */
export const keepPieces = (name: string): ((text: string, share: number) => KeptSpans) => {
  const baseline = pieceBaselines[name]
  if (baseline === undefined) throw new Error(`no baseline is called ${name}`)
  return (text, share) => {
    const pieces = piecesOf(text, baseline)
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
      if (Math.abs(missed) <= 0.01 * target) break
      excess += missed
      kept = keepWithout(excess)
    }
    return kept
  }
}
