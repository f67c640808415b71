// What is to be done with one request's text: how deep, and in which form each segment travels. Pure: a function of the
// request, of what the chain's record says and of whether the provider's cache is cold.

import type { CompactionMode, CompactionPolicy } from '../access/policy.ts'
import type { SegmentState } from '../chain/state.ts'
import type { Segment } from '../transcript/transcript.ts'

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

/** Whether a segment may ever lose more than the lossless depth deletes: any but one whose bytes must stay as they are. */
export const mayGoLossy = (segment: Segment): boolean => segment.pinned === undefined || segment.superseded === true

export interface Travel {
  readonly form: 'base' | 'lossy'
  /** It travelled in another form before. */
  readonly moved: boolean
}

/**
 * How a segment travels whose state the chain's record holds. What went lossy stays lossy, what was chosen goes now, and
 * what is cold goes at once: nobody pays for it.
 */
export const travelOf = (segment: Segment, { verdict, form }: SegmentState, cold: boolean): Travel => {
  const lossy = verdict.kind === 'shorter' && mayGoLossy(segment) && (cold || form !== 'base')
  return { form: lossy ? 'lossy' : 'base', moved: lossy && form !== 'lossy' }
}
