// Forwards the original. While it is on its way, decides and counts what would have been forwarded instead.

import { type SegmentState, unasked } from '../chain/record/state.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import { type InPieces, inTurns, type Pace } from '../runtime/pieces.ts'
import { mayBeShortened, mayBeShortenedAtOnce, type Segment } from '../transcript/may-be-shortened.ts'
import { lastOfModel, type Transcript } from '../transcript/transcript.ts'
import type { BackgroundSlots } from './background/background-slots.ts'
import {
  type DecideInBackground,
  decideInBackground,
  nothingPending,
  type PendingSegment,
  pendingSegmentOf,
} from './background/decide-in-background.ts'
import { askingOf, type Compaction, type CompactionInput } from './compaction.ts'
import type { Asking } from './decision/decide.ts'
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
  return kept === undefined ? pending : { ...pending, toCount: segment }
}

function* observedSegments(transcript: Transcript, plan: Plan, steps: Steps): InPieces<PendingSegment[]> {
  const last = lastOfModel(transcript)
  const observed: PendingSegment[] = []
  for (const segment of transcript.segments) {
    yield
    observed.push(observedSegment(segment, segment.message < last, plan, steps))
  }
  return observed
}

const observing =
  (observed: InPieces<PendingSegment[]>, pace: Pace, asking: Asking, slots: BackgroundSlots): DecideInBackground =>
  async (signal) => {
    try {
      const pending = await inTurns(observed, pace, Number.POSITIVE_INFINITY)
      return await decideInBackground(() => pending, asking, slots)(signal)
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
    decideInBackground: observing(observedSegments(transcript, plan, steps), input.pace, asking, input.backgroundSlots),
  }
}
