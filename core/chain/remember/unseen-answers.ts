// Answers that nobody here has seen: their requests went past the service, or to another region. The provider caches what those sent, and would have
// read all of it now, had they gone in one form with this one. Pure.

import type { Chain } from '../chain.ts'
import { surelyReadable } from '../held/cached-ends.ts'

export interface Unseen {
  /** Whether the provider surely holds what the last of those requests sent. Absent: there were none. */
  readonly unseen?: 'kept' | 'perhaps kept'
}

/** One alone may have been seen behind a history that its client has changed for once. */
const leastAnswers = 2

/** Whether what the request before them would hold now, the last of them surely holds: it came later. */
const isKept = ({ asked, prices, ends, now, unseen }: Chain): boolean => {
  const [, last] = ends
  if (last === undefined || unseen === undefined || unseen.answers < leastAnswers) return false
  const marked = asked.markers.map(({ lifetime }) => lifetime.surelyMs)
  const surelyUntil = unseen.since + Math.min(...(asked.surelyEnds === 'markers' ? marked : [prices.lifetime.surelyMs]))
  const end = { turn: last.turn, surelyUntil, possiblyUntil: surelyUntil, asSent: false, longEnough: true }
  return surelyReadable([end], [last], asked, now).length > 0
}

/** What a request's receipt has to know of them. */
export const unseenIn = (chain: Chain): Unseen =>
  chain.unseen === undefined ? {} : { unseen: isKept(chain) ? 'kept' : 'perhaps kept' }
