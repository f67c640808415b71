// An upstream that reads from a cache what nobody has asked it to keep caches by itself, whatever its row says: one in the own network
// that answers to a provider's names with models of its own.

import { cachingAskedOf } from '../../caches/asked.ts'
import { asElsewhere } from '../../caches/rows.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import type { Chain, KnownChain } from '../chain.ts'
import { askedAsSeen } from '../held/evidence.ts'
import type { Bill } from './report.ts'
import type { SentConversation } from './sent-conversation.ts'

/** No cache is documented to hold so few. */
const fewestReadTokens = 64

/** Whether the provider's report contradicts the row: by that nothing of the request was cached. */
const isReadUnasked = ({ asked }: SentConversation, { usage }: Pick<Bill, 'usage'>): boolean =>
  asked.lifetimeMs === 0 && (usage?.cacheReadTokens ?? 0) >= fewestReadTokens

/** The request as its report shows it. */
export const sentAsSeen = (sent: SentConversation, bill: Pick<Bill, 'usage'>): SentConversation => {
  if (!isReadUnasked(sent, bill)) return sent
  const prices = asElsewhere(sent.prices)
  const lifetimeMs = prices.lifetime.possiblyMs
  return {
    ...sent,
    prices,
    lifetimeMs,
    asked: { ...sent.asked, surelyEnds: prices.surelyEnds, lifetimeMs },
    isUnaskedRead: true,
  }
}

/** The conversation as its upstream was seen to cache it. */
export const chainAsSeen = (chain: Chain, { state: { evidence } }: KnownChain, transcript: Transcript): Chain => {
  if (evidence.unasked !== true) return { ...chain, asked: askedAsSeen(chain.asked, evidence) }
  const prices = asElsewhere(chain.prices)
  return { ...chain, prices, asked: cachingAskedOf(transcript, chain.blocks, prices) }
}
