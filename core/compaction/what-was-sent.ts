// What is told of a request that was shortened, once it is on its way: what of it is pending, and how it was sent.

import type { CompactionPolicy } from '../access/policy.ts'
import { type Chain, isBehind } from '../chain/chain.ts'
import { tokensSavedIn } from '../chain/record/state.ts'
import type { Moved } from '../chain/remember/moved.ts'
import { type SentConversation, sentConversation } from '../chain/remember/sent-conversation.ts'
import { defined } from '../collections/defined.ts'
import { type PendingSegment, pendingSegmentOf } from './background/decide-in-background.ts'
import { type Floored, isAsBefore, type Looked } from './representation/above-the-floor.ts'
import { type ForwardedSegment, represented } from './representation/forwarded-segment.ts'

/** Tokens that this segment loses beside those that it had lost before. */
const lostNow = ({ state }: ForwardedSegment): number =>
  (tokensSavedIn(state) ?? 0) - (tokensSavedIn(represented(state, 'lossless')) ?? 0)

/** What has moved, and which texts travel shortened. */
const movedIn = ({ segments, layout }: Pick<Floored, 'segments' | 'layout'>, { paid, claimed }: Looked): Moved => {
  const first = segments.findIndex((one) => one.moved)
  const turn = layout.segments[first]?.turn
  const digests = segments.flatMap(({ state }) => (state.representation === 'lossy' ? (state.textDigest ?? []) : []))
  const tokens = segments.reduce((sum, one) => sum + (one.moved ? lostNow(one) : 0), 0)
  return { paid: paid && first >= 0, claimed, tokens, digests, ...defined({ turn }) }
}

/**
 * Whether the next request could tell how each text was sent from the record before this one: it is the last turn's, of this history, and stays,
 * nothing has moved, and nothing of what is new was taken out, which in another request might stay.
 */
const isToldBefore = (segments: readonly ForwardedSegment[], looked: Looked, chain: Chain): boolean => {
  const { known } = chain
  if (known !== undefined && (known.changed || known.provisional === true || isBehind(chain, known))) return false
  return isAsBefore(segments, looked, known)
}

/** What is pending of the segments, worked out behind the body; until then it holds them, and with them the body. */
export const pendingIn = (
  segments: readonly ForwardedSegment[],
  inPrefix: number,
  asks: boolean,
): (() => readonly PendingSegment[]) => {
  let [forwarded, pending]: [typeof segments, readonly PendingSegment[] | undefined] = [segments, undefined]
  return () => {
    pending ??= forwarded.map((one) => pendingSegmentOf(one, one.segment.message < inPrefix, asks))
    forwarded = []
    return pending
  }
}

/** What was sent of this conversation. `pending`: of the floored segments. */
export const whatWasSent = (
  chain: Chain,
  floored: Floored,
  looked: Looked,
  pending: readonly PendingSegment[],
  policy: CompactionPolicy,
  engineVersion: string | undefined,
): SentConversation => {
  const states = pending.map(({ state }) => state)
  const how = { states, isTold: isToldBefore(floored.segments, looked, chain) }
  const all = sentConversation(chain, floored.layout, movedIn(floored, looked), policy, engineVersion, how)
  return { ...all, ...defined({ held: floored.held }) }
}
