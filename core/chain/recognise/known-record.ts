// What one record says of the conversation that a request shows.

import type { CachingAsked } from '../../caches/asked.ts'
import { margin } from '../../caches/rules.ts'
import { losslessVersion } from '../../lossless/lossless.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import type { Chain, KnownChain } from '../chain.ts'
import { isCold, isStale } from '../held/cache-state.ts'
import { usedAgain } from '../held/cached-ends.ts'
import { type Head, shortDigest } from '../identity/identity.ts'
import type { RememberedChains, RememberedRecord } from '../record/remembered-chains.ts'
import { afterChange } from './changed-history.ts'

/** For what, and among which, records are looked for. */
export interface Looking {
  readonly transcript: Transcript
  readonly chains: RememberedChains
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Whether so much of the shortest lifetime has passed that an end of the record would be taken for forgotten too early. */
const isStaleEnd = ({ lastSentAt }: RememberedRecord, { markers }: CachingAsked, now: number): boolean =>
  now - lastSentAt > (margin - 1) * Math.min(...markers.map(({ lifetime }) => lifetime.surelyMs))

/** `otherwise`: up to where the record counts that was found under none of the request's heads. */
export const knownFrom = (
  record: RememberedRecord,
  chain: Chain,
  { transcript, chains }: Pick<Looking, 'transcript' | 'chains'>,
  otherwise?: Head,
): KnownChain => {
  const { heads, asked, now, textDigest } = chain
  const decoded = chains.stateOf(record)
  const stored = {
    ...decoded,
    cachedEnds: usedAgain(decoded.cachedEnds, record.lastSentAt - decoded.sentAt, record.coldAt),
  }
  const all = [heads.own, ...heads.earlier]
  // Usually the last turn's, whose digest is at hand.
  const head =
    [...heads.earlier, heads.own].find(({ digest }) => shortDigest(digest) === stored.upTo) ??
    all.find(({ key }) => key === record.head) ??
    heads.older.find(({ key }) => key === record.head) ??
    otherwise
  const isSame = stored.upTo === undefined || stored.upTo === shortDigest(head?.digest ?? '')
  if (head === undefined || (isSame && head.segments > stored.segments.length))
    throw new Error('the record is not of this conversation')
  // What the other version of the lossless depth sent cannot be sent again.
  if (stored.losslessVersion !== losslessVersion) throw new Error('the record names another lossless version')
  const shown = { heads: all, found: head, root: heads.root, saidUpTo: heads.saidUpTo, shownUpTo: heads.shownUpTo }
  const history = { transcript, ...shown, textDigest, coldAt: record.coldAt }
  // Behind the head may stand results that the provider's own tools gave in the beginning of an answer, which need not stay as it was.
  const upToHead = { ...stored, segments: stored.segments.slice(0, head.segments) }
  const state = isSame ? upToHead : afterChange(stored, history)
  const unsure = record.unsure === true
  const isOld = isStale(record, Math.max(asked.lifetimeMs, state.lifetimeMs), now) || isStaleEnd(record, asked, now)
  return {
    state,
    head,
    key: record.head,
    changed: !isSame,
    ...(record.leftBy === undefined ? {} : { provisional: true }),
    cold: !unsure && isCold(record, now),
    unsure,
    pauseMs: now - record.lastSentAt,
    forgotten: false,
    inUse: false,
    restMs: now - record.lastSentAt,
    needsTouch: isSame && isOld,
  }
}

/** What is known may be out of date where a record that counts more could not be read. */
export const unsureOf = (known: KnownChain): KnownChain => ({ ...known, cold: false, unsure: true })

/** Nobody knows whether there is such a record. */
export const unread = Symbol('unread')

/** The record under a key. Never rejects. */
export const lookFor = (
  key: string,
  { chains, now }: Pick<Looking, 'chains' | 'now'>,
): Promise<RememberedRecord | typeof unread | undefined> => chains.look(key, now).catch(() => unread)
