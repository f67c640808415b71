// Digests that a record tells beside that of its own end: what a later request may have in common with it although its client has changed
// something. Pure.

import { defined } from '../../collections/defined.ts'
import type { Chain } from '../chain.ts'
import { shortDigest } from '../identity/identity.ts'
import type { ChainHistory } from '../record/state.ts'

/** Of ends of turns that had none. */
export interface ToldDigests extends Pick<ChainHistory, 'unthought' | 'shown'> {
  readonly upToEarlier?: ReadonlyMap<number, string>
}

/**
 * Where the client has changed a turn, the record after that tells what it is now, and that of a history which nobody knows tells all turns that
 * may be kept: a later change leaves them as they are.
 */
const upToEarlierOf = ({ heads, known, prices }: Chain): ReadonlyMap<number, string> | undefined => {
  const isAnywhere = prices.possiblyEnds === 'anywhere'
  if (known === undefined ? !isAnywhere : !known.changed) return undefined
  const untold = new Set(known?.state.cachedEnds.flatMap(({ turn, upTo }) => (upTo === undefined ? turn : [])))
  const turns =
    known === undefined ? heads.earlier : [...heads.earlier, ...heads.older].filter(({ turn }) => untold.has(turn))
  return new Map(turns.map(({ turn, digest }) => [turn, shortDigest(digest)]))
}

/** Mostly that of the record before: it moves on with the client's words alone. */
const unthoughtOf = ({ heads, known, unthoughtTurn }: Chain): ChainHistory['unthought'] => {
  const same = known?.changed === false ? known : undefined
  const before = same?.state.unthought
  const turn = unthoughtTurn(same && { head: same.head, unthought: before?.turn })
  if (turn === before?.turn) return before
  const head = [heads.own, ...heads.earlier].find((one) => one.turn === turn)
  return head === undefined ? undefined : { turn: head.turn, upTo: heads.saidUpTo(head) }
}

const shownOf = ({ heads: { own, shownUpTo } }: Chain): ChainHistory['shown'] => {
  const shown = shownUpTo(own)
  return shown && { turn: own.turn, ...shown }
}

/** Those of this request. */
export const toldDigests = (chain: Chain): ToldDigests => {
  return defined({ upToEarlier: upToEarlierOf(chain), unthought: unthoughtOf(chain), shown: shownOf(chain) })
}
