// In which representation each segment of a request is forwarded: as the chain's record and the last look say, and on arrival as
// the engine says. A text without an answer in time is forwarded lossless.

import type { Chain } from '../../chain/chain.ts'
import type { TextDigest } from '../../chain/identity/text-digest.ts'
import { type Decision, mayGoFrom, type SegmentState, unasked } from '../../chain/record/state.ts'
import { defined } from '../../collections/defined.ts'
import type { JsonTape } from '../../json/scan.ts'
import { StringValue } from '../../json/strings/value.ts'
import { losslessOfValue, losslessSpanList, mayLose } from '../../lossless/lossless.ts'
import type { InPieces } from '../../runtime/pieces.ts'
import { PackedSpans, type SpanList } from '../../text/spans.ts'
import { charactersOf, mayBeShortenedAtOnce, type Segment, withValue } from '../../transcript/may-be-shortened.ts'
import { ResultSegment } from '../../transcript/result-segment.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { type Answer, notAsked } from '../decision/decide.ts'
import type { EngineDecision } from '../decision/memory.ts'

export interface ForwardedSegment {
  readonly segment: Segment
  /** What is known of it, with the representation in which it is forwarded. */
  readonly state: SegmentState
  /** Absent: it is forwarded whole. */
  readonly kept?: SpanList
  /** An earlier request sent it in another representation. */
  readonly moved: boolean
}

/** A longer text goes out as it is: looking for what it can lose takes time by its length, in one piece. */
const longestText = 500_000

/** Told of a result without a look at what it is. */
const losesNothing = (result: ResultSegment): boolean => {
  const { noted } = result
  if (noted.lossless === undefined && !mayLose(result.spelled)) noted.lossless = 'whole'
  return noted.lossless === 'whole'
}

/**
 * What the lossless depth leaves of a segment; `undefined` if it deletes nothing or may not. `hasLost`: it was sent in this form before, so
 * that it has no pin, and nobody looks at it again to tell.
 */
export const losslessForm = (segment: Segment, hasLost = false): SpanList | undefined => {
  if (segment instanceof ResultSegment && losesNothing(segment)) return undefined
  if (!hasLost && !mayBeShortenedAtOnce(segment)) return undefined
  const { noted = {} } = segment
  const value = segment instanceof ResultSegment ? segment.spelled : segment.value
  if (value?.isLongerThan(longestText) ?? segment.text.length > longestText) return undefined
  if (noted.lossless === undefined) {
    const kept = value === undefined ? losslessSpanList(segment.text) : losslessOfValue(value)
    noted.lossless = kept === undefined ? 'whole' : PackedSpans.of(kept)
  }
  return noted.lossless === 'whole' ? undefined : noted.lossless
}

/** Once a body loses so many pieces, what follows goes out as it is: each is cut out, and checked, in one piece. */
const mostDeletions = 100_000

const decisionFrom = ({ kept, tokensSaved }: EngineDecision): Decision =>
  kept === undefined || tokensSaved === 0 ? { kind: 'abstained' } : { kind: 'shorter', kept, tokensSaved }

/** The state with the engine's decision; without one, with one question more, if one was asked. */
export const stateWithDecision = (state: SegmentState, answer: Answer): SegmentState => {
  if (state.decision.kind !== 'pending' || answer === notAsked) return state
  if (answer === undefined) return { ...state, decision: { kind: 'pending', asked: state.decision.asked + 1 } }
  const decided = { ...state, decision: decisionFrom(answer) }
  return answer.tokens === 0 ? decided : { ...decided, tokens: answer.tokens }
}

type Shorten = (segment: Segment, hasLost?: boolean) => SpanList | undefined

const forwarded = (segment: Segment, state: SegmentState, shorten: Shorten, hasLost = false): ForwardedSegment => {
  if (state.representation === 'lossy' && state.decision.kind === 'shorter')
    return { segment, state, moved: false, kept: state.decision.kept }
  if (state.mild !== undefined) return { segment, state, moved: false, kept: state.mild.kept }
  const kept = state.losslessDeletesNothing === true ? undefined : shorten(segment, hasLost)
  return kept === undefined
    ? { segment, state: { ...state, losslessDeletesNothing: true }, moved: false }
    : { segment, state, moved: false, kept }
}

/** A pinned text is not read until some of it is to go. */
const withText = (tape: JsonTape, segment: Segment): Segment => {
  if (segment instanceof ResultSegment) return segment.opened()
  return charactersOf(segment) === 0 ? withValue(segment, new StringValue(tape, segment.node, segment.noted)) : segment
}

/** The state in another representation. */
export const represented = (state: SegmentState, representation: SegmentState['representation']): SegmentState =>
  state.representation === representation ? state : { ...state, representation }

/** As the record says that it was sent last, before anything moves; what the record does not know is forwarded lossless. */
export function* forwardedSegmentsOf(
  { tape, segments }: Pick<Transcript, 'tape' | 'segments'>,
  known: Chain['known'],
  shorten: Shorten = losslessForm,
): InPieces<ForwardedSegment[]> {
  let deletions = 0
  const unlessTooMany: Shorten = (segment, hasLost) => {
    const kept = shorten(segment, hasLost)
    return deletions + (kept?.length ?? 0) > mostDeletions ? undefined : kept
  }
  const all: ForwardedSegment[] = []
  for (const pinned of segments) {
    yield
    const told = known?.state.segments[all.length]
    const state = told ?? unasked
    const isShorter = state.decision.kind === 'shorter'
    const segment = isShorter ? withText(tape, pinned) : pinned
    const isLossy = isShorter && state.representation === 'lossy'
    // Where its history is another, a text may answer another call.
    const hasLost = known?.changed === false && told !== undefined && told.representation !== 'lossy'
    const one = forwarded(segment, isLossy ? state : represented(state, 'lossless'), unlessTooMany, hasLost)
    deletions += one.kept?.length ?? 0
    all.push(one)
  }
  return all
}

/** The segment lossy, if something may go of it that has not gone: nobody pays for it, or it pays for itself. */
export const moved = (one: ForwardedSegment): ForwardedSegment => {
  const { segment, state } = one
  const { decision, representation } = state
  return decision.kind === 'shorter' && representation !== 'lossy' && mayGoFrom(segment, decision)
    ? { segment, state: represented(state, 'lossy'), moved: true, kept: decision.kept }
    : one
}

/** The segment as the client sent it, from now on. */
export const whole = ({ segment, state: { mild: _, ...state } }: ForwardedSegment): ForwardedSegment => ({
  segment,
  state: { ...state, representation: 'lossless', losslessDeletesNothing: true },
  moved: false,
})

/** Whether the engine may be asked about a segment before it is sent for the first time. */
export const mayArriveShorter = ({ segment }: ForwardedSegment): boolean =>
  mayBeShortenedAtOnce(segment) && charactersOf(segment) > 0

/** The segment as the engine leaves it when it is sent first; without an answer, or an abstention, lossless. Absent `digestOf`: nothing of it is remembered. */
export const arrived = (
  { segment, state }: ForwardedSegment,
  answer: Answer,
  shorten: Shorten,
  digestOf?: TextDigest,
): ForwardedSegment => {
  if (answer === undefined || answer === notAsked) return forwarded(segment, state, shorten)
  const { kept, tokens, tokensSaved } = answer
  const counted = tokens === 0 ? state : { ...state, tokens }
  if (kept === undefined || tokensSaved <= 0) return forwarded(segment, counted, shorten)
  // At once: who goes on from here before the answer has ended, or where nothing more is decided, knows it by that alone.
  const known = defined({ textDigest: digestOf?.(segment.text) })
  return forwarded(segment, { ...counted, ...known, mild: { kept, tokensSaved } }, shorten)
}
