// The state that a request leaves behind: what it sent, what was learned since, and what the next request is to shorten.

import type { PriceRow } from '../ledger/prices.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import { candidatesOf } from './candidates.ts'
import type { SentConversation } from './sent-conversation.ts'
import { type ChainState, type SegmentState, unasked } from './state.ts'
import { bestMove } from './warm-move.ts'

/** What the request cost and saved, in effective tokens, and what a character of it was in tokens. */
export interface Bill {
  readonly paid: number
  readonly saved: number
  readonly tokensPerCharacter: number
}

export interface Remembered {
  readonly segments: readonly SegmentState[]
  readonly engineVersion?: string
}

/** Marks the suffix that goes lossy with the next request although it is cached, if any pays. */
const chooseMoves = (
  segments: readonly SegmentState[],
  sent: SentConversation,
  account: Pick<ChainState, 'paid' | 'saved'>,
  tokensPerCharacter: number,
  prices: PriceRow,
): readonly SegmentState[] => {
  const candidates = candidatesOf(segments, sent, tokensPerCharacter, prices)
  const write = sent.lifetime > prices.lifetime ? prices.writeLong : prices.write
  const from = bestMove(candidates, { ...prices, write }, account)
  const chosen = new Set(candidates.slice(from).map(({ index }) => index))
  return segments.map((segment, index) => (chosen.has(index) ? { ...segment, form: 'chosen' } : segment))
}

/** The state after an accepted request. Pure. */
export const successor = (
  sent: SentConversation,
  { segments, engineVersion = sent.engineVersion }: Remembered,
  bill: Bill,
  prices: PriceRow,
): ChainState => {
  const account = { paid: sent.paid + bill.paid, saved: sent.saved + bill.saved }
  const moves = sent.policy.mode === 'repeated' && sent.lifetime > 0
  const { policy, lifetime, cachedTurns } = sent
  return {
    ...(engineVersion === undefined ? {} : { engineVersion }),
    losslessVersion,
    policy,
    verbatim: false,
    lifetime,
    cachedTurns,
    ...account,
    segments: moves ? chooseMoves(segments, sent, account, bill.tokensPerCharacter, prices) : segments,
  }
}

/** The state after a compacted form was rejected and the original accepted, for ever after: there is no way forward from it. */
export const verbatimSuccessor = (sent: SentConversation, bill: Bill): ChainState => ({
  losslessVersion,
  policy: sent.policy,
  verbatim: true,
  lifetime: sent.lifetime,
  cachedTurns: sent.cachedTurns,
  paid: sent.paid + bill.paid,
  saved: sent.saved + bill.saved,
  segments: sent.segments.map(() => unasked),
})
