// Which texts go lossy now, as this request stands: where it costs nothing, and where it pays and may be risked.

import type { Chain } from '../chain/chain.ts'
import { shortDigest } from '../chain/identity/identity.ts'
import { type LastLook, lastLook } from '../chain/move/last-look.ts'
import { layoutOf } from '../chain/move/layout.ts'
import { textsSentBefore } from '../chain/recognise/sent-before.ts'
import { onceAsked } from '../collections/once.ts'
import { inTurns } from '../runtime/pieces.ts'
import { isByFileReads } from '../transcript/may-be-shortened.ts'
import type { Transcript } from '../transcript/transcript.ts'
import type { CompactionInput } from './compaction.ts'
import type { Looked } from './representation/above-the-floor.ts'
import { underPolicy } from './representation/changed-policy.ts'
import { forwardedSegmentsOf, moved, represented, whole } from './representation/forwarded-segment.ts'
import { keptAsSent } from './representation/kept-as-sent.ts'
import type { Steps } from './steps.ts'

/** What all branches may lose together is claimed before it is risked; where that cannot be, nothing moves. */
const claimedMove = async (
  { heads, known, now }: Chain,
  { moving, claim, isShared }: Pick<LastLook, 'moving' | 'claim' | 'isShared'>,
  chains: CompactionInput['chains'],
): Promise<Pick<LastLook, 'moving'> & Pick<Looked, 'claimed'>> => {
  if (moving.size === 0 || claim.risk === 0) return { moving, claimed: 0 }
  // Who tries again has claimed it.
  const { digest } = isShared && known !== undefined ? known.head : heads.own
  const isClaimed = await chains
    .claim(heads.conversation, { ...claim, by: shortDigest(digest) }, now)
    .catch(() => false)
  return isClaimed ? { moving, claimed: claim.risk } : { moving: new Set(), claimed: 0 }
}

/** Each text as it travels now, and as it would have without a move. */
export const lossyNow = async (
  transcript: Transcript,
  chain: Chain | undefined,
  { shorten }: Pick<Steps, 'shorten'>,
  { pace, chains, reading: { policy, isEdited } }: CompactionInput,
): Promise<Looked> => {
  const work = forwardedSegmentsOf(transcript, chain?.known, shorten)
  const sent = await inTurns(work, pace, Number.POSITIVE_INFINITY)
  const segments = sent.map(underPolicy(policy, chain?.known))
  if (isEdited === true) {
    const asSent = keptAsSent(segments, chain)
    return { segments: asSent, before: asSent, paid: false, claimed: 0 }
  }
  if (chain?.known === undefined) {
    const sentBefore = chain === undefined ? 0 : textsSentBefore(chain)
    const asSent = segments.map((one, index) => (index < sentBefore ? whole(one) : one))
    return { segments: asSent, before: asSent, paid: false, claimed: 0 }
  }
  const { known } = chain
  const layout = onceAsked(() => layoutOf(transcript, segments, chain.ends, chain.weigh))
  const { freeFrom, ...look } = lastLook(chain, known, {
    states: segments.map(({ state }, index) =>
      represented(state, known.state.segments[index]?.representation ?? 'lossless'),
    ),
    isSuperseded: (index) => {
      const { segment } = segments[index] ?? {}
      return segment !== undefined && isByFileReads(segment) && segment.superseded === true
    },
    messages: segments.map(({ segment }) => segment.message),
    layout,
  })
  const { moving, claimed } = await claimedMove(chain, look, chains)
  return {
    segments: segments.map((one, index) =>
      (index >= freeFrom && !look.stays(index)) || moving.has(index) ? moved(one) : one,
    ),
    before: segments,
    paid: moving.size > 0,
    claimed,
  }
}
