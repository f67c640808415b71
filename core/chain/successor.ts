// The state that a request leaves behind: what it sent, what was decided since, and what the next request is to shorten.

import { losslessVersion } from '../lossless/lossless.ts'
import { candidatesOf } from './candidates.ts'
import type { SentConversation } from './sent-conversation.ts'
import { type ChainHistory, type ChainState, type SegmentState, unasked } from './state.ts'
import { type Balance, bestMove } from './warm-move.ts'

/** What the request cost and saved, in effective tokens, and what a character of it was in tokens. */
export interface Bill extends Balance {
  readonly tokensPerCharacter: number
}

export interface DecidedSegments {
  readonly segments: readonly SegmentState[]
  readonly engineVersion?: string
}

/** Schedules the suffix that goes lossy with the next request although it is cached, if any suffix pays. */
const chooseMoves = (
  segments: readonly SegmentState[],
  sent: SentConversation,
  balance: Balance,
  tokensPerCharacter: number,
): readonly SegmentState[] => {
  const { prices } = sent
  const candidates = candidatesOf(segments, sent, tokensPerCharacter)
  const write = sent.lifetimeMs > prices.lifetimeMs ? prices.writeLong : prices.write
  const from = bestMove(candidates, { ...prices, write }, balance)
  const scheduled = new Set(candidates.slice(from).map(({ index }) => index))
  return segments.map((segment, index) =>
    scheduled.has(index) ? { ...segment, representation: 'scheduled' } : segment,
  )
}

const balanceAfter = ({ previous }: SentConversation, bill: Bill): Balance => ({
  paidEffectiveTokens: (previous?.paidEffectiveTokens ?? 0) + bill.paidEffectiveTokens,
  savedEffectiveTokens: (previous?.savedEffectiveTokens ?? 0) + bill.savedEffectiveTokens,
})

const historyAfter = (sent: SentConversation, bill: Bill, verbatim: boolean): ChainHistory => ({
  losslessVersion,
  policy: sent.policy,
  verbatim,
  lifetimeMs: sent.lifetimeMs,
  cachedTurns: sent.cachedTurns,
  ...balanceAfter(sent, bill),
})

/** The state after an accepted request. Pure. */
export const successor = (
  sent: SentConversation,
  { segments, engineVersion = sent.engineVersion }: DecidedSegments,
  bill: Bill,
): ChainState => {
  const history = historyAfter(sent, bill, false)
  const mayMove = sent.policy.mode === 'repeated' && sent.lifetimeMs > 0
  return {
    ...history,
    ...(engineVersion === undefined ? {} : { engineVersion }),
    segments: mayMove ? chooseMoves(segments, sent, history, bill.tokensPerCharacter) : segments,
  }
}

/** The state after a compacted form was rejected and the original accepted. Nothing leads out of it. */
export const verbatimSuccessor = (sent: SentConversation, bill: Bill): ChainState => ({
  ...historyAfter(sent, bill, true),
  segments: sent.segments.map(() => unasked),
})
