// What is to be done with one request's text: in which mode, how deep, by which compressor. Pure: a function of the account's
// policy and of the request's header.

import type { CompactionMode, CompactionPolicy } from '../access/policy.ts'

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
