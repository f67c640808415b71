// In which form each segment of a request travels: decided by the plan from the chain's record, and on arrival by the
// engine. A text without an answer in time travels in its base form.

import type { Chain } from '../chain/recognise.ts'
import { type SegmentState, unasked, type Verdict } from '../chain/state.ts'
import { losslessSpans } from '../lossless/lossless.ts'
import type { KeptSpans } from '../text/spans.ts'
import type { Segment, Transcript } from '../transcript/transcript.ts'
import type { Decision } from './memory.ts'
import { travelOf } from './plan.ts'

export interface Travelling {
  readonly segment: Segment
  /** What is known of it, with the form in which it travels. */
  readonly state: SegmentState
  /** Absent: whole. */
  readonly kept?: KeptSpans
  /** It travelled in another form before. */
  readonly moved: boolean
}

/** What the lossless depth leaves of a segment, if its bytes may change at all. */
export const baseForm = (segment: Segment): KeptSpans | undefined =>
  segment.pinned === undefined ? losslessSpans(segment.text) : undefined

/** The state with the engine's word in it; without one, with one question more. */
export const withDecision = (state: SegmentState, decision: Decision | undefined): SegmentState => {
  if (state.verdict.kind !== 'pending') return state
  if (decision === undefined) return { ...state, verdict: { kind: 'pending', asked: state.verdict.asked + 1 } }
  const { kept, tokens, tokensSaved } = decision
  const verdict: Verdict =
    kept === undefined || tokensSaved === 0 ? { kind: 'abstained' } : { kind: 'shorter', kept, tokensSaved }
  return tokens === 0 ? { ...state, verdict } : { ...state, verdict, tokens }
}

type Shorten = (segment: Segment) => KeptSpans | undefined

const inForm = (segment: Segment, state: SegmentState, moved: boolean, shorten: Shorten): Travelling => {
  if (state.form === 'lossy' && state.verdict.kind === 'shorter')
    return { segment, state, moved, kept: state.verdict.kept }
  const kept = state.plain === true ? undefined : shorten(segment)
  return kept === undefined ? { segment, state: { ...state, plain: true }, moved } : { segment, state, moved, kept }
}

/** As the record and the clock say; what the record does not know travels in its base form. */
export const travellingOf = (
  { segments }: Pick<Transcript, 'segments'>,
  known: Chain['known'],
  shorten: Shorten = baseForm,
): Travelling[] =>
  segments.map((segment, index) => {
    const state = known?.state.segments[index] ?? unasked
    const { form, moved } = travelOf(segment, state, known?.cold ?? false)
    return inForm(segment, { ...state, form }, moved, shorten)
  })

/** Whether the engine is to be asked about a segment before it is sent for the first time. */
export const isArriving = ({ segment }: Travelling, index: number, known: Chain['known']): boolean =>
  index >= (known?.state.segments.length ?? 0) && segment.pinned === undefined && segment.text !== ''

/** The segment with the engine's word on it, in the form that follows from it at once. */
export const decided = (travelling: Travelling, decision: Decision | undefined, shorten: Shorten): Travelling => {
  const state = withDecision(travelling.state, decision)
  const form = state.verdict.kind === 'shorter' ? 'lossy' : 'base'
  return inForm(travelling.segment, { ...state, form }, false, shorten)
}
