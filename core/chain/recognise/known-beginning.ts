// Up to where the history of a record is that of a request, and what may be cached of it where the two differ behind that. Pure.

import { type CachedEnd, uncertainEnd } from '../held/cached-ends.ts'
import { type Head, type Heads, shortDigest } from '../identity/identity.ts'
import type { ChainState } from '../record/state.ts'

export interface KnownBeginning {
  /** The last turn that surely is as it was; 0: none is known to be. */
  readonly same: Pick<Head, 'turn' | 'segments'>
  /** Up to its end something has changed that the model may have read. */
  readonly changedBy: Pick<Head, 'turn' | 'segments'>
}

/** What a request shows of its history: its heads, the last one first, and the record was found under `found`. */
export interface ShownHistory extends Pick<Heads, 'saidUpTo' | 'shownUpTo'> {
  readonly heads: readonly Head[]
  readonly found: Head
}

const digestsOf = ({ cachedEnds }: ChainState): ReadonlyMap<number, string | undefined> =>
  new Map(cachedEnds.map(({ turn, upTo }) => [turn, upTo]))

/** The last head, of those with the last one first, up to which the record's history surely is that of the request. */
export const lastShared = (state: ChainState, heads: readonly Head[]): Head | undefined => {
  const digests = digestsOf(state)
  return heads.find(({ turn, digest }) => digests.get(turn) === shortDigest(digest))
}

/** The last turn up to which a model that forgets thinking reads what it has read, although thinking may have gone; 0: none is known to be. */
const lastReadAlike = ({ unthought }: ChainState, { heads, saidUpTo }: ShownHistory): number => {
  const head = heads.find(({ turn }) => turn === unthought?.turn)
  return head !== undefined && saidUpTo(head) === unthought?.upTo ? head.turn : 0
}

/** The same of a provider that sees pictures, where its client names what it sent itself, or the other way. */
export const lastShownAlike = (
  { shown }: ChainState,
  { heads, shownUpTo }: Pick<ShownHistory, 'heads' | 'shownUpTo'>,
): number => {
  const head = shown && heads.find(({ turn }) => turn === shown.turn)
  const now = head && shownUpTo(head)
  return now !== undefined && now.upTo === shown?.upTo && now.named !== shown.named ? shown.turn : 0
}

/** Where the record's history and that of the request part. */
export const beginningOf = (state: ChainState, history: ShownHistory): KnownBeginning => {
  const { heads, found } = history
  const digests = digestsOf(state)
  const same = lastShared(state, heads) ?? { turn: 0, segments: 0 }
  const alike = Math.max(same.turn, lastReadAlike(state, history), lastShownAlike(state, history))
  const other = heads.findLast(({ turn }) => turn > alike && digests.get(turn) !== undefined)
  return { same, changedBy: other !== undefined && other.turn < found.turn ? other : found }
}

/** An end before which thinking may have gone. Its digest was of what the request has no more. */
const doubtful = ({ turn, upTo, ...end }: CachedEnd, heads: readonly Head[]): CachedEnd => ({
  ...end,
  turn,
  ...(upTo === undefined || heads.some((head) => head.turn === turn) ? {} : { upTo }),
  surelyUntil: 0,
  asSent: false,
})

/**
 * What may be cached of the new history: the ends before the change, and all of the first turn that has changed, for something may
 * have been added at its end.
 */
export const endsBefore = (
  cached: readonly CachedEnd[],
  { same, changedBy }: KnownBeginning,
  heads: readonly Head[],
  coldAt: number,
): readonly CachedEnd[] => [
  ...cached
    .filter(({ turn }) => turn < changedBy.turn)
    .map((end) => (end.turn <= same.turn ? end : doubtful(end, heads))),
  uncertainEnd(changedBy.turn, coldAt),
]
