// Forwards the original. While it is on its way, decides and counts what would have been forwarded instead.

import { type SegmentState, unasked } from '../chain/state.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import { mayBeShortened, mayBeShortenedAtOnce, type Segment } from '../transcript/may-be-shortened.ts'
import { lastOfModel, type Transcript } from '../transcript/transcript.ts'
import type { BackgroundSlots } from './background-slots.ts'
import { askingOf, type Compaction, type CompactionInput } from './compaction.ts'
import type { Asking } from './decide.ts'
import {
  type DecideInBackground,
  decideInBackground,
  nothingPending,
  type PendingSegment,
  pendingSegmentOf,
} from './decide-in-background.ts'
import type { Plan } from './plan.ts'
import type { Steps } from './steps.ts'

/** What would be forwarded of a segment, nothing of it decided or counted. */
const observedSegment = (segment: Segment, inPrefix: boolean, plan: Plan, { shorten }: Steps): PendingSegment => {
  const isLossy = plan.observes === 'lossy'
  const state: SegmentState = isLossy ? { ...unasked, representation: 'lossy' } : unasked
  const kept = shorten(segment)
  const forwarded = { segment, state, moved: false, ...(kept === undefined ? {} : { kept }) }
  const pending = pendingSegmentOf(
    forwarded,
    inPrefix,
    isLossy && (mayBeShortenedAtOnce(segment) || (segment.byPolicy !== undefined && mayBeShortened(segment))),
  )
  return kept === undefined ? pending : { ...pending, toCount: segment.text }
}

const observing =
  (transcript: Transcript, plan: Plan, asking: Asking, slots: BackgroundSlots, steps: Steps): DecideInBackground =>
  async (signal) => {
    try {
      const last = lastOfModel(transcript)
      const pending = transcript.segments.map((segment) =>
        observedSegment(segment, segment.message < last, plan, steps),
      )
      return await decideInBackground(pending, asking, slots)(signal)
    } catch {
      return nothingPending
    }
  }

/** Never throws: what fails behind the stream has observed nothing. */
export const observe = (
  original: Compaction,
  transcript: Transcript,
  input: CompactionInput,
  steps: Steps,
): Compaction => {
  const { plan } = input.reading
  const asking = askingOf(input, plan, plan.compressor)
  return {
    ...original,
    outcome: 'observed',
    losslessVersion,
    decideInBackground: observing(transcript, plan, asking, input.backgroundSlots, steps),
  }
}
