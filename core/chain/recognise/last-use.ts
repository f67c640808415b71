// What the use of a conversation that was noted last tells of a request whose own record stands nowhere: it was sent behind an answer that the
// request no longer has, or with all of a history from which the request goes on at an older turn.

import { StoreUnreachable } from '../../runtime/store-unreachable.ts'
import { type Chain, isOfSibling, type KnownChain } from '../chain.ts'
import { uncertainEnd } from '../held/cached-ends.ts'
import { shortDigest } from '../identity/identity.ts'
import type { RememberedRecord } from '../record/remembered-chains.ts'
import type { ChainState } from '../record/state.ts'
import { balanceOfAnother, isOfAnother, sharedTurnOf } from './changed-history.ts'
import { knownFrom, type Looking, unsureOf } from './known-record.ts'

/** A record as it stands in its place, and what counts in its stead. */
export interface Recognised {
  readonly inPlace: KnownChain
  readonly found: KnownChain
}

/** The record of the use that was noted last, if that is later and has the same beginning. Rejects with `StoreUnreachable`. */
const lastUse = async (chain: Chain, asked: Looking, after = 0): Promise<KnownChain | undefined> => {
  const { heads, now } = chain
  const use = await asked.chains.use(heads.conversation)
  if (use?.usedBy === undefined || use.usedAt <= after) return undefined
  const found = await asked.chains.look(use.usedBy, now)
  if (found === undefined) return undefined
  const digest = shortDigest(heads.own.digest)
  const wasSent = asked.chains.stateOf(found).cachedEnds.some(({ upTo }) => upTo === digest)
  const known = knownFrom(found, chain, asked, wasSent ? heads.own : heads.earlier[0])
  return isOfAnother(known, heads.root) ? undefined : known
}

/** Others may have followed that use, which nobody has noted. */
const followed = (later: KnownChain, { now }: Chain): KnownChain => {
  const { turn } = later.head
  const cachedEnds = [...later.state.cachedEnds.filter((end) => end.turn < turn), uncertainEnd(turn, now + 1)]
  return { ...later, state: { ...later.state, cachedEnds } }
}

/**
 * A client that takes out one of the last answers hides the records behind it. Where an older one was found, the record of the use that
 * was noted last counts, if it is later: what it says of texts holds for those that are still there.
 */
export const orOfLastUse = async (known: KnownChain, chain: Chain, asked: Looking): Promise<KnownChain> => {
  const { heads } = chain
  const [last] = heads.earlier
  const isLast = known.head === heads.own || (known.head === last && (!known.changed || isOfSibling(known)))
  if (known.unsure || isLast || last === undefined) return known
  try {
    const later = await lastUse(chain, asked, known.state.sentAt)
    if (later === undefined || later.state.sentAt <= known.state.sentAt) return known
    const sharesLess = sharedTurnOf(later, heads) < sharedTurnOf(known, heads)
    return !known.cold && sharesLess ? known : followed(later, chain)
  } catch (error) {
    return error instanceof StoreUnreachable ? unsureOf(known) : known
  }
}

/** What the others have saved they may spend themselves. */
const withoutBalance = (known: KnownChain): KnownChain => ({
  ...known,
  state: { ...known.state, ...balanceOfAnother(known.state) },
})

/** Whether it has fewer turns than stand before this one: how the others were sent it cannot tell, and they go as a history that nobody knows. */
const isOfShorter = ({ cachedEnds }: ChainState, { heads }: Chain): boolean =>
  (cachedEnds.at(-1)?.turn ?? 0) < (heads.earlier[0]?.turn ?? 0)

/**
 * A branch from a turn with which no request has ended has no record: its history was sent at once, with more behind it. What it shares with the
 * use that was noted last goes as that was sent, if that has no fewer turns. What was sent before itself goes as it was sent then, whatever was used
 * since. Rejects with `StoreUnreachable`.
 */
export const ofLastUse = async (
  chain: Chain,
  asked: Looking,
  own: (record: RememberedRecord) => Promise<Recognised>,
): Promise<Recognised | undefined> => {
  if (chain.heads.earlier.length === 0) return undefined
  const [later, before] = await Promise.all([lastUse(chain, asked), asked.chains.look(chain.heads.own.key, chain.now)])
  const repeated = before === undefined ? undefined : await own(before)
  if (later === undefined || isOfShorter(later.state, chain))
    return repeated?.found.changed === false ? repeated : undefined
  const { inPlace, found } = repeated ?? { inPlace: later, found: followed(later, chain) }
  return { inPlace, found: found.changed ? withoutBalance(found) : found }
}
