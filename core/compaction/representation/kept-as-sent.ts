// A conversation whose client asks its provider to edit it beyond a length: nothing more is taken out of it, because the provider goes by what is left.

import type { Chain } from '../../chain/chain.ts'
import { type ForwardedSegment, whole } from './forwarded-segment.ts'

/** Whether the provider may hold what was sent. Where it goes by markers, it keeps that for as long as they say. */
const mayBeHeld = ({ known, asked, now }: Chain): boolean =>
  known !== undefined &&
  !known.cold &&
  (asked.surelyEnds !== 'markers' || known.state.cachedEnds.some(({ surelyUntil }) => surelyUntil >= now))

/** What the provider may hold goes as it was sent, and all else as it came. */
export const keptAsSent = (
  segments: readonly ForwardedSegment[],
  chain: Chain | undefined,
): readonly ForwardedSegment[] => {
  const sentBefore = chain !== undefined && mayBeHeld(chain) ? (chain.known?.state.segments.length ?? 0) : 0
  return segments.map((one, index) => (index < sentBefore ? one : whole(one)))
}
