// What an account no longer lets go: where it was decided under the policy of before and has not gone yet, it stays. What went is
// left as it is, because to send it whole again would rewrite the provider's cache.

import { type CompactionPolicy, defaultFileReads, rulesOf } from '../../access/policy.ts'
import { type ChainState, type Decision, unasked } from '../../chain/record/state.ts'
import { isByFileReads, mayBeShortened, type Segment } from '../../transcript/may-be-shortened.ts'
import type { ForwardedSegment } from './forwarded-segment.ts'

type Policies = { readonly now: CompactionPolicy; readonly before: CompactionPolicy }

const mayStillGo = (
  segment: Segment,
  { because }: Extract<Decision, { kind: 'shorter' }>,
  { now, before }: Policies,
): boolean => {
  const { byPolicy } = segment
  const { fileReads = defaultFileReads } = now
  const mayRead = because === 'aged' ? fileReads === 'aged' : fileReads !== 'keep'
  // Whatever it is: a result is not looked at for that.
  if (mayRead && byPolicy === undefined) return true
  if (mayBeShortened(segment)) return true
  if (isByFileReads(segment)) return mayRead
  // What goes with lines that stand again is also what the engine took from it while it was a result.
  return byPolicy === undefined || rulesOf(now).has(byPolicy.rule) || !rulesOf(before).has(byPolicy.rule)
}

/** The segment as it was sent, without what was decided of it if that may go no longer. `policy`: the account's, as it is now. */
export const underPolicy =
  (policy: CompactionPolicy, known: { readonly state: ChainState } | undefined) =>
  (one: ForwardedSegment): ForwardedSegment => {
    const { segment, state } = one
    const { decision, representation } = state
    if (known === undefined || decision.kind !== 'shorter' || representation === 'lossy') return one
    const policies = { now: policy, before: known.state.policy }
    return mayStillGo(segment, decision, policies) ? one : { ...one, state: { ...state, decision: unasked.decision } }
  }
