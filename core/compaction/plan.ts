// What is to be done with one request's text: how deep, and whether the result travels or is only accounted.

import type { CompactionPolicy } from './policy.ts'

export type Depth = 'none' | 'lossless' | 'lossy'

export interface Plan {
  readonly depth: Depth
  /** Whether the compacted form is forwarded. Observed: the original travels, the decision is accounted. */
  readonly forwards: boolean
  readonly compressor: string
  readonly rate?: number
}

/** `X-Service-Compaction`: affects its own request alone. */
export const compactionHeaders = ['off', 'observe'] as const
export type CompactionHeader = (typeof compactionHeaders)[number]

/**
 * Modes to depths. `repeated` is lossless: going lossy later is a decision of the chain memory. `observe` looks at the
 * full depth that the account's compressor would reach; a request that only asks to observe looks at its account's own.
 */
const depths = { repeated: 'lossless', arrival: 'lossy', observe: 'lossy', off: 'none' } as const

/** The plan for a request of an account with this policy. */
export const planFor = (policy: CompactionPolicy, header: CompactionHeader | undefined): Plan => {
  const depth =
    header === 'off' ? 'none' : header === 'observe' && policy.mode === 'off' ? 'lossless' : depths[policy.mode]
  const forwards = header === undefined && policy.mode !== 'observe' && depth !== 'none'
  const plan = { depth, forwards, compressor: policy.compressor }
  return policy.rate === undefined ? plan : { ...plan, rate: policy.rate }
}
