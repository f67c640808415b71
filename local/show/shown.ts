// What the service would delete from each text of a conversation once the provider's cache is cold, what it leaves, and why.

import { adeline } from '../../compressor/engines/adeline/editions.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { type CompactionPolicy, defaultFileReads, defaultPolicy, rulesOf } from '../../core/access/policy.ts'
import type { Decision, SegmentState } from '../../core/chain/record/state.ts'
import { proxiedBudgetOf, proxiedKindOf } from '../../core/compaction/decision/budgets.ts'
import { keptOfRead, unusedReadsIn } from '../../core/compaction/decision/decide-aged.ts'
import { judgedTextOf, keptAround } from '../../core/compaction/decision/decide-parts.ts'
import { repeatsIn } from '../../core/compaction/decision/decide-repeats.ts'
import { stringOf } from '../../core/json/read.ts'
import { losslessSpans } from '../../core/lossless/lossless.ts'
import { atOnce } from '../../core/runtime/pieces.ts'
import { counted } from '../../core/text/counted.ts'
import { type KeptSpans, sliceSpans } from '../../core/text/spans.ts'
import {
  mayBeShortened,
  mayBeShortenedAtOnce,
  type Segment,
  withRules,
} from '../../core/transcript/may-be-shortened.ts'
import type { Transcript } from '../../core/transcript/transcript.ts'

export interface Shown {
  /** Index of its message or item. */
  readonly message: number
  readonly text: string
  readonly tokens: number
  readonly tokensLeft: number
  /** Why this is left of it: a pin, an abstention, the kind of text and its budget, or where it stands again. */
  readonly why: string
  /** Absent: all of it. */
  readonly kept?: KeptSpans
}

/** What is asked of an account's policy. */
export type ShowRules = Pick<CompactionPolicy, 'observations'>

interface Judged {
  readonly decision: Decision
  readonly why: string
}

/** How deep it is asked to go. It goes less deep where it doubts. */
const depthOf = (budget: number): string =>
  budget <= 0.5 ? 'only what says nothing goes' : `depth at most ${budget} of 1`

/** What the engine says of a text by itself. */
const judged = (segment: Segment): Judged => {
  if (!mayBeShortened(segment)) return { decision: { kind: 'pending', asked: 0 }, why: segment.pinned ?? 'left' }
  const { text, part } = segment
  const asked = judgedTextOf(segment)
  const budget = proxiedBudgetOf(asked, 'repeated')
  const result = adeline.compress(asked.text, { budget })
  if ('abstained' in result) return { decision: { kind: 'abstained' }, why: result.abstained }
  const state = part !== undefined ? ', part of a turn' : segment.superseded === true ? ', superseded' : ''
  const kept = part === undefined ? result.kept : keptAround(result.kept, text.length, part)
  const tokensSaved = countTokens(text) - countTokens(sliceSpans(text, kept))
  return {
    decision: { kind: 'shorter', kept, tokensSaved },
    why: `${proxiedKindOf(asked)}, ${depthOf(budget)}${state}`,
  }
}

const stateOf = ({ decision }: Judged, segment: Segment): SegmentState => ({
  decision,
  representation: 'lossless',
  ...(mayBeShortenedAtOnce(segment) && losslessSpans(segment.text) !== undefined
    ? {}
    : { losslessDeletesNothing: true }),
})

/** What the engine says of file reads that nothing has used for as many turns as it takes with this agent. */
const unusedIn = (transcript: Transcript, states: readonly SegmentState[]): ReadonlyMap<number, Judged> => {
  const { reads = [], rule } = atOnce(unusedReadsIn(transcript, states)) ?? {}
  return new Map(
    reads.flatMap((read): [number, Judged][] => {
      const result = adeline.compress(read.text, rule === undefined ? {} : { budget: rule.budget })
      if ('abstained' in result || rule === undefined) return []
      const kept = keptOfRead(read, result.kept)
      const tokensSaved = countTokens(read.text) - countTokens(sliceSpans(read.text, kept))
      const why = `file-read, unused for ${counted(rule.turns, 'turn')}, ${depthOf(rule.budget)}`
      return tokensSaved > 0 ? [[read.index, { decision: { kind: 'shorter', kept, tokensSaved }, why }]] : []
    }),
  )
}

/** Every tool result, and every long text of the user, in order. Asks the engine about each that may be shortened. */
export const shownOf = (read: Transcript, rules: ShowRules = {}): Shown[] => {
  const textOf = (node: number): string => stringOf(read.tape, node) ?? ''
  const transcript = {
    ...read,
    segments: withRules(read.segments, rulesOf({ ...defaultPolicy, ...rules }), textOf),
  }
  const { segments } = transcript
  const texts = segments.map(({ node }) => textOf(node))
  const known = segments.map(judged)
  const states = segments.map((segment, index) => stateOf(known[index] ?? judged(segment), segment))
  const repeats = new Map(
    repeatsIn({ transcript, chain: { ends: [] }, fileReads: defaultFileReads }, states).map((one) => [one.index, one]),
  )
  const unused = unusedIn(
    transcript,
    states.map((state, index) => (repeats.has(index) ? { ...state, holds: true } : state)),
  )
  return segments.map(({ message }, index) => {
    const text = texts[index] ?? ''
    const { decision, why } = unused.get(index) ?? known[index] ?? { decision: { kind: 'abstained' }, why: 'left' }
    const tokens = countTokens(text)
    const repeated = repeats.get(index)
    if (repeated !== undefined) {
      const places = [...repeated.holders]
        .map((holder) => segments[holder]?.message ?? holder)
        .toSorted((one, other) => one - other)
      const again = `lines stand again in ${places.join(', ')}`
      // The engine would leave the text whole, and these lines go all the same.
      const both = decision.kind === 'abstained' ? again : `${why}; ${again}`
      return { message, text, tokens, tokensLeft: countTokens(repeated.left), why: both, kept: [...repeated.kept] }
    }
    if (decision.kind !== 'shorter') return { message, text, tokens, tokensLeft: tokens, why }
    return { message, text, tokens, tokensLeft: tokens - decision.tokensSaved, why, kept: [...decision.kept] }
  })
}

export interface Piece {
  readonly text: string
  readonly goes: boolean
}

/** The text in pieces that stay and pieces that go, in turn. */
export const piecesOf = ({ text, kept = [[0, text.length]] }: Pick<Shown, 'text' | 'kept'>): Piece[] => {
  const pieces: Piece[] = []
  let position = 0
  for (const [start, end] of [...kept, [text.length, text.length] as const]) {
    if (start > position) pieces.push({ text: text.slice(position, start), goes: true })
    if (end > start) pieces.push({ text: text.slice(start, end), goes: false })
    position = end
  }
  return pieces
}

/** The text with a mark in place of each part that goes. */
export const markedText = (shown: Pick<Shown, 'text' | 'kept'>): string =>
  piecesOf(shown)
    .map(({ text, goes }) => (goes ? `⟦−${text.length}⟧` : text))
    .join('')
