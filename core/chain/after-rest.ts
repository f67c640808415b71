// One branch of a conversation may rest while others are in use. All of them together decide what may be cached, and in which form.

import type { Transcript } from '../transcript/transcript.ts'
import { anywhereKeptMs, isCold, restNotedMs } from './cache-state.ts'
import type { Chain, KnownChain } from './chain.ts'
import { isNeverCached } from './evidence.ts'
import type { RememberedChains } from './remembered-chains.ts'
import { decodeRetention, forgottenAfterMs, isForgottenAfter, noRetention } from './retention.ts'
import { type ChainState, mayGoFrom, type SegmentState } from './state.ts'
import { type ConversationUse, mostShortened } from './store.ts'

/** After such a pause nobody knows whether an automatic cache still holds a conversation. */
const isUncertainAfter = ({ asked, prices }: Chain, { pauseMs }: KnownChain): boolean =>
  asked.surelyEnds !== 'markers' && pauseMs > restNotedMs(prices) && pauseMs > anywhereKeptMs

/** What moves for nothing could be noted no longer: another branch would not know of it. */
const isFull = (use: ConversationUse | undefined): boolean => (use?.shortened.length ?? 0) >= mostShortened

/** The texts that others have sent shortened go so here as well, where they may. */
const shortenedAs = (
  state: ChainState,
  { shortened }: ConversationUse,
  { segments }: Pick<Transcript, 'segments'>,
): ChainState => {
  const others = new Set(shortened)
  const isShortened = ({ textDigest, decision }: SegmentState, index: number): boolean => {
    const segment = segments[index]
    return segment !== undefined && textDigest !== undefined && others.has(textDigest) && mayGoFrom(segment, decision)
  }
  return {
    ...state,
    segments: state.segments.map((one, index) => (isShortened(one, index) ? { ...one, representation: 'lossy' } : one)),
  }
}

/**
 * What has become of a conversation while this branch of it rested. Others use what they have in common with it without a word to its
 * record: only where all have rested the provider has forgotten everything. Where that cannot be read, they may be in use.
 */
export const afterRest = async (
  chain: Chain,
  known: KnownChain,
  transcript: Pick<Transcript, 'segments'>,
  chains: Pick<RememberedChains, 'look' | 'use'>,
): Promise<KnownChain> => {
  const { heads, prices, now } = chain
  const isUncertain = isUncertainAfter(chain, known)
  const cachedUntil = Math.max(0, ...known.state.cachedEnds.map(({ possiblyUntil }) => possiblyUntil))
  const isOver = known.cold || cachedUntil <= now
  // Nobody has asked for any of it to be cached.
  const isUncached = cachedUntil === 0 || isNeverCached(known.state.evidence)
  if (known.unsure || isUncached || !(isOver || isUncertain)) return known
  try {
    const [seen, use] = await Promise.all([
      isUncertain ? chains.look(heads.cache, now) : undefined,
      chains.use(heads.conversation),
    ])
    const retention = seen === undefined ? noRetention : decodeRetention(seen.state)
    const { usedAt = known.state.rootUsedAt } = use ?? {}
    const restMs = Math.min(known.pauseMs, now - usedAt - restNotedMs(prices))
    const found = { ...known, restMs, ...(isUncertain ? { retention } : {}) }
    if (!isOver && !isForgottenAfter(retention, known.pauseMs)) return found
    const restingSince = isOver ? now - (cachedUntil - (now - known.pauseMs)) : now - forgottenAfterMs(retention)
    const haveAllRested = isOver ? use === undefined || isCold(use, now) : isForgottenAfter(retention, restMs)
    // Whoever comes next sends all of the list so, also what would not move any more.
    const state = use === undefined ? known.state : shortenedAs(known.state, use, transcript)
    if (haveAllRested && !isFull(use)) return { ...found, forgotten: !known.cold, restingSince, state }
    return { ...found, cold: false, inUse: true, restingSince, state }
  } catch {
    return isOver ? { ...known, cold: false, inUse: true } : known
  }
}
