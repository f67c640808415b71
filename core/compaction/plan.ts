// What is to be done with one request's text: how deep, and in which representation each segment is forwarded. Pure: a
// function of the request, of what the chain's record says and of the last look at what moves.

import type { CompactionMode, CompactionPolicy } from '../access/policy.ts'
import { mayGoFrom, type SegmentState } from '../chain/record/state.ts'
import type { Segment } from '../transcript/may-be-shortened.ts'

/** `X-Service-Compaction`: affects its own request alone. */
export const compactionHeaders = ['off', 'observe'] as const
export type CompactionHeader = (typeof compactionHeaders)[number]

export interface Plan {
  readonly mode: CompactionMode
  /** How deep an observed request looks: the depth of its account's own mode, `lossy` for an account that only observes. */
  readonly observes: 'lossless' | 'lossy'
  readonly compressor: string
  readonly rate?: number
}

/** The plan for a request of an account with this policy. */
export const planFor = ({ mode, compressor, rate }: CompactionPolicy, header: CompactionHeader | undefined): Plan => {
  const observes = mode === 'arrival' || mode === 'observe' ? 'lossy' : 'lossless'
  const plan = { mode: header ?? mode, observes, compressor } as const
  return rate === undefined ? plan : { ...plan, rate }
}

interface PlannedRepresentation {
  readonly representation: 'lossless' | 'lossy'
  /** An earlier request sent it in another representation. */
  readonly moved: boolean
}

/**
 * In which representation a segment is forwarded whose state the chain's record holds. What went lossy stays lossy, and what
 * moves goes now: nobody pays for it, or it pays for itself.
 */
export const representationOf = (
  segment: Segment,
  { decision, representation }: SegmentState,
  moves: boolean,
): PlannedRepresentation => {
  const isLossy = decision.kind === 'shorter' && (representation === 'lossy' || (moves && mayGoFrom(segment, decision)))
  return { representation: isLossy ? 'lossy' : 'lossless', moved: isLossy && representation !== 'lossy' }
}
