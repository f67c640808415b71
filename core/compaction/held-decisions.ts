// Background decisions, packed for as long as the answer streams: there may be thousands of spans in each of many open streams.

import type { SegmentState, Shortening } from '../chain/state.ts'
import { packSpans, unpackSpans } from '../text/packed-spans.ts'
import type { BackgroundDecisions } from './decide-in-background.ts'

type Unpack<Value> = () => Value

/** A function of its own: what a closure names, all closures beside it hold too. */
const same =
  <Value>(value: Value): Unpack<Value> =>
  () =>
    value

const heldShortening = <Short extends Shortening>({ kept, ...others }: Short): Unpack<Short> => {
  const bounds = packSpans(kept)
  return () => ({ ...others, kept: unpackSpans(bounds) }) as unknown as Short
}

const heldState = (state: SegmentState): Unpack<SegmentState> => {
  const { decision, mild, ...others } = state
  if (decision.kind !== 'shorter' && mild === undefined) return same(state)
  const decided = decision.kind === 'shorter' ? heldShortening(decision) : same(decision)
  const first = mild === undefined ? undefined : heldShortening(mild)
  return () => ({ ...others, decision: decided(), ...(first === undefined ? {} : { mild: first() }) })
}

/** Gives them back as they were. */
export const heldDecisions = ({ segments, ...others }: BackgroundDecisions): Unpack<BackgroundDecisions> => {
  const held = segments.map(heldState)
  return () => ({ ...others, segments: held.map((unpack) => unpack()) })
}
