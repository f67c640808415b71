// How many of a request's texts were sent before: as its record says, or, of a history that nobody knows, as it shows by itself. Pure.

import type { Chain } from '../chain.ts'

/**
 * Texts that an earlier request may have sent, the first so many of the request's. A client that comes with a history which nobody knows may have sent
 * that to this provider itself, before the service stood between: what may be cached of it is cached as it came.
 */
export const textsSentBefore = ({ known, trouble, isMet, asked, ends }: Chain): number => {
  if (known !== undefined) return known.state.segments.length
  // What could not be read may say that the service has sent it.
  if (trouble !== undefined || isMet === true || asked.lifetimeMs === 0) return 0
  return ends[1]?.segments ?? 0
}
