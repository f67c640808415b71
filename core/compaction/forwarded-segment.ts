// In which representation each segment of a request is forwarded: as the plan says from the chain's record, and on arrival as
// the engine says. A text without an answer in time is forwarded lossless.

import type { Chain } from '../chain/recognise.ts'
import { type Decision, type SegmentState, unasked } from '../chain/state.ts'
import { losslessSpans } from '../lossless/lossless.ts'
import type { KeptSpans } from '../text/spans.ts'
import { mayBeShortenedAtOnce, type Segment } from '../transcript/may-be-shortened.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { type Answer, notAsked } from './decide.ts'
import type { EngineDecision } from './memory.ts'
import { representationOf } from './plan.ts'

export interface ForwardedSegment {
  readonly segment: Segment
  /** What is known of it, with the representation in which it is forwarded. */
  readonly state: SegmentState
  /** Absent: it is forwarded whole. */
  readonly kept?: KeptSpans
  /** An earlier request sent it in another representation. */
  readonly moved: boolean
}

/** What the lossless depth leaves of a segment; `undefined` if it deletes nothing or may not. */
export const losslessForm = (segment: Segment): KeptSpans | undefined =>
  mayBeShortenedAtOnce(segment) ? losslessSpans(segment.text) : undefined

const decisionFrom = ({ kept, tokensSaved }: EngineDecision): Decision =>
  kept === undefined || tokensSaved === 0 ? { kind: 'abstained' } : { kind: 'shorter', kept, tokensSaved }

/** The state with the engine's decision; without one, with one question more, if one was asked. */
export const stateWithDecision = (state: SegmentState, answer: Answer): SegmentState => {
  if (state.decision.kind !== 'pending' || answer === notAsked) return state
  if (answer === undefined) return { ...state, decision: { kind: 'pending', asked: state.decision.asked + 1 } }
  const decided = { ...state, decision: decisionFrom(answer) }
  return answer.tokens === 0 ? decided : { ...decided, tokens: answer.tokens }
}

type Shorten = (segment: Segment) => KeptSpans | undefined

const forwarded = (segment: Segment, state: SegmentState, moved: boolean, shorten: Shorten): ForwardedSegment => {
  if (state.representation === 'lossy' && state.decision.kind === 'shorter')
    return { segment, state, moved, kept: state.decision.kept }
  if (state.mild !== undefined) return { segment, state, moved, kept: state.mild.kept }
  const kept = state.losslessDeletesNothing === true ? undefined : shorten(segment)
  return kept === undefined
    ? { segment, state: { ...state, losslessDeletesNothing: true }, moved }
    : { segment, state, moved, kept }
}

/** As the record says that it was sent last, before anything moves; what the record does not know is forwarded lossless. */
export const forwardedSegmentsOf = (
  { segments }: Pick<Transcript, 'segments'>,
  known: Chain['known'],
  shorten: Shorten = losslessForm,
): ForwardedSegment[] =>
  segments.map((segment, index) => {
    const state = known?.state.segments[index] ?? unasked
    const isLossy = representationOf(segment, state, false).representation === 'lossy'
    return forwarded(segment, isLossy ? state : { ...state, representation: 'lossless' }, false, shorten)
  })

/** The segment lossy, if the engine has made it shorter and it may be. */
export const moved = (one: ForwardedSegment, shorten: Shorten): ForwardedSegment => {
  const { representation, moved: moves } = representationOf(one.segment, one.state, true)
  return moves ? forwarded(one.segment, { ...one.state, representation }, true, shorten) : one
}

/** The segment as the client sent it, from now on. */
export const whole = ({ segment, state: { mild: _, ...state } }: ForwardedSegment): ForwardedSegment => ({
  segment,
  state: { ...state, representation: 'lossless', losslessDeletesNothing: true },
  moved: false,
})

/** Whether the engine is to be asked about a segment before it is sent for the first time. */
export const isFirstSent = ({ segment }: ForwardedSegment, index: number, known: Chain['known']): boolean =>
  index >= (known?.state.segments.length ?? 0) && mayBeShortenedAtOnce(segment) && segment.text !== ''

/** The segment as the engine leaves it when it is sent first; without an answer, or an abstention, lossless. */
export const arrived = ({ segment, state }: ForwardedSegment, answer: Answer, shorten: Shorten): ForwardedSegment => {
  if (answer === undefined || answer === notAsked) return forwarded(segment, state, false, shorten)
  const { kept, tokens, tokensSaved } = answer
  const counted = tokens === 0 ? state : { ...state, tokens }
  const isShorter = kept !== undefined && tokensSaved > 0
  return forwarded(segment, isShorter ? { ...counted, mild: { kept, tokensSaved } } : counted, false, shorten)
}
