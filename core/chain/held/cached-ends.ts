// Up to where a provider can read a conversation. A record keeps the ends of the turns that may be cached, each with its own time:
// surely until then, possibly until then; and whether the form that was sent last begins with what was cached there.

import type { CachingAsked, Marker } from '../../caches/asked.ts'
import { type CacheRules, type Lifetime, lookBackBlocks, surelyGoneAfterMs } from '../../caches/rules.ts'
import { defined } from '../../collections/defined.ts'
import type { TurnEnd } from '../identity/turn-ends.ts'

/** More than a provider looks back for. */
const maxEnds = 20

export interface CachedEnd {
  readonly turn: number
  /** Digest of everything up to there; absent where it is not known. */
  readonly upTo?: string
  /** Milliseconds since the epoch. */
  readonly surelyUntil: number
  readonly possiblyUntil: number
  /** Nothing before it was changed by us since; the client's own text is cached there all the same, had we not been there. */
  readonly asSent: boolean
  /** Long enough to be cached, by every length that is documented. */
  readonly longEnough: boolean
}

/** An end that may be held until then, nobody knows in which form. */
export const uncertainEnd = (turn: number, possiblyUntil: number): CachedEnd => ({
  turn,
  surelyUntil: 0,
  possiblyUntil,
  asSent: false,
  longEnough: false,
})

/**
 * The ends of a record whose conversation was used again so much later: what that request read may live longer, and what nobody
 * had marked before it may have marked. Nothing lives on when the record is cold.
 */
export const usedAgain = (cached: readonly CachedEnd[], laterMs: number, coldAt: number): readonly CachedEnd[] =>
  laterMs <= 0
    ? cached
    : cached.map((end) => ({
        ...end,
        possiblyUntil: end.possiblyUntil > 0 ? end.possiblyUntil + laterMs : coldAt,
      }))

/** One end that a request could be read up to. */
export interface ReadableEnd extends TurnEnd, Pick<CachedEnd, 'asSent'> {}

const isFound = (end: TurnEnd, { blocksBehind }: Marker): boolean => {
  const distance = end.blocksBehind - blocksBehind
  return distance >= 0 && distance < lookBackBlocks
}

/** The ends that this request surely reads up to, the deepest first, if what stands before them is as it was. */
export const surelyReadable = (
  cached: readonly CachedEnd[],
  ends: readonly TurnEnd[],
  { surelyEnds, markers }: CachingAsked,
  now: number,
): ReadableEnd[] =>
  surelyEnds === 'nowhere'
    ? []
    : ends.flatMap((end) => {
        const held = cached.find(({ turn }) => turn === end.turn)
        if (held === undefined || held.surelyUntil < now) return []
        const found = surelyEnds !== 'markers' || markers.some((marker) => isFound(end, marker))
        return found ? [{ ...end, asSent: held.asSent }] : []
      })

/** What the next request will surely be read up to if it is like this one: it adds so many blocks. */
export const isReachedLater = ({ blocksBehind }: ReadableEnd, freshBlocks: number): boolean =>
  blocksBehind + freshBlocks < lookBackBlocks

/**
 * Whether this client marks the end of each request and nothing else of the conversation. What no marker of another reaches its retries
 * and branches may reach, and read as it was.
 */
const marksItsEnd = (markers: readonly Marker[], cached: readonly CachedEnd[]): boolean =>
  markers.length > 0 &&
  markers.every(({ blocksBehind }) => blocksBehind === 0) &&
  cached.every(({ possiblyUntil, longEnough }) => possiblyUntil > 0 || !longEnough)

/**
 * How many blocks stand behind the last one that the provider may read, whatever its rule is: what stands there it has to
 * take in in any case. Infinite: it reads nothing of the conversation.
 */
export const blocksSurelyUnread = (
  cached: readonly CachedEnd[],
  ends: readonly TurnEnd[],
  { markers }: CachingAsked,
  now: number,
): number => {
  const last = ends.find(({ turn }) => cached.some((end) => end.turn === turn && end.possiblyUntil > now))
  if (last === undefined) {
    // Older than all ends that are known here.
    const older = cached.some(({ turn, possiblyUntil }) => possiblyUntil > now && turn < (ends.at(-1)?.turn ?? 0))
    return older ? (ends.at(-1)?.blocksBehind ?? 0) : Number.POSITIVE_INFINITY
  }
  return marksItsEnd(markers, cached) && last.blocksBehind > lookBackBlocks
    ? Number.POSITIVE_INFINITY
    : last.blocksBehind
}

interface EndsChange {
  readonly now: number
  /** Digest of everything up to the end of the request, and up to the ends of turns that had none. */
  readonly upTo: string
  readonly upToEarlier?: ReadonlyMap<number, string>
  /** The first turn that was sent in another form before. */
  readonly changedTurn?: number
  readonly asked: CachingAsked
  /** To be cached, by every length that is documented. */
  readonly isLongEnough: boolean
  /** Surely read up to, if nothing was changed. */
  readonly read?: TurnEnd
}

/**
 * The lifetime that this request gives to what ends here: none to rely upon, where its client chooses the ends. A marker within a turn may have its entry
 * there, for which the turn's end stands; and what stands before any marker may be read from there, and lives on.
 */
const lifetimeAt = (
  { blocksBehind }: TurnEnd,
  before: TurnEnd | undefined,
  { surelyEnds, markers, lifetimeMs }: CachingAsked,
  { lifetime }: Pick<CacheRules, 'lifetime'>,
): Lifetime => {
  if (surelyEnds !== 'markers') {
    const isRelied = surelyEnds !== 'nowhere'
    return { surelyMs: isRelied ? lifetime.surelyMs : 0, possiblyMs: lifetimeMs }
  }
  const exact = markers.find((marker) => marker.blocksBehind === blocksBehind)?.lifetime.surelyMs ?? 0
  const behind = markers.filter((marker) => before === undefined || marker.blocksBehind < before.blocksBehind)
  return { surelyMs: exact, possiblyMs: Math.max(0, ...behind.map(({ lifetime: asked }) => asked.possiblyMs)) }
}

type Lifetimes = Pick<CacheRules, 'lifetime' | 'longLifetime'>

/** What the record knows of the turns before this one, as the request has used it. */
const olderEnds = (
  before: readonly CachedEnd[],
  [own, ...others]: readonly TurnEnd[],
  { now, upToEarlier, changedTurn = Number.POSITIVE_INFINITY, asked, read }: EndsChange,
  rules: Lifetimes,
): CachedEnd[] => {
  const placed = new Map(others.map((end, index) => [end.turn, { end, before: others[index + 1] }]))
  return before
    .filter(({ turn }) => turn < (own?.turn ?? 0))
    .map((end): CachedEnd => {
      const asSent = end.asSent && end.turn < changedTurn
      const place = placed.get(end.turn)
      const life =
        place === undefined
          ? { surelyMs: 0, possiblyMs: asked.lifetimeMs }
          : lifetimeAt(place.end, place.before, asked, rules)
      // What is read lives on for as long as it was written for.
      const renewed =
        end.turn === read?.turn
          ? Math.max(
              life.surelyMs,
              Math.min(...asked.markers.map(({ lifetime }) => lifetime.surelyMs), rules.lifetime.surelyMs),
            )
          : 0
      const isUsed = asSent && (asked.surelyEnds !== 'requests' || end.turn === read?.turn)
      const surelyMs = isUsed ? Math.max(life.surelyMs, renewed) : 0
      return {
        ...end,
        ...defined({ upTo: end.upTo ?? upToEarlier?.get(end.turn) }),
        asSent,
        surelyUntil: Math.max(end.surelyUntil, end.longEnough && surelyMs > 0 ? now + surelyMs : 0),
        possiblyUntil: Math.max(end.possiblyUntil, life.possiblyMs > 0 ? now + surelyGoneAfterMs(life.possiblyMs) : 0),
      }
    })
}

/** Of turns that no record speaks of, those that are marked are held from now on, long enough or not, and all where nothing has to be marked. */
const markedEnds = (
  before: readonly CachedEnd[],
  [, ...others]: readonly TurnEnd[],
  { now, upToEarlier, changedTurn = Number.POSITIVE_INFINITY, asked }: EndsChange,
): CachedEnd[] => {
  const held = new Set(before.map(({ turn }) => turn))
  return others.flatMap((end, index): CachedEnd[] => {
    const within = asked.markers.filter(
      ({ blocksBehind }) =>
        blocksBehind >= end.blocksBehind &&
        blocksBehind < (others[index + 1]?.blocksBehind ?? Number.POSITIVE_INFINITY),
    )
    const possiblyMs = Math.max(0, ...within.map(({ lifetime }) => lifetime.possiblyMs))
    const untold = upToEarlier?.get(end.turn)
    const isHeldAnyway = asked.surelyEnds !== 'markers' && untold !== undefined
    if (held.has(end.turn) || !(isHeldAnyway || possiblyMs > 0)) return []
    const possiblyUntil = now + surelyGoneAfterMs(isHeldAnyway ? asked.lifetimeMs : possiblyMs)
    const itself = { turn: end.turn, surelyUntil: 0, possiblyUntil, asSent: end.turn < changedTurn, longEnough: false }
    return [{ ...itself, ...defined({ upTo: untold }) }]
  })
}

/** The ends after a request: its own is cached, older ones live on as it used them, and what it changed is left behind. */
export const endsAfter = (
  before: readonly CachedEnd[],
  ends: readonly TurnEnd[],
  change: EndsChange,
  rules: Lifetimes,
): CachedEnd[] => {
  const [own, last] = ends
  if (own === undefined) return []
  const { now, upTo, asked, isLongEnough } = change
  const { surelyMs, possiblyMs } = lifetimeAt(own, last, asked, rules)
  const itself: CachedEnd = {
    turn: own.turn,
    upTo,
    surelyUntil: isLongEnough && surelyMs > 0 ? now + surelyMs : 0,
    possiblyUntil: possiblyMs > 0 ? now + surelyGoneAfterMs(possiblyMs) : 0,
    asSent: true,
    longEnough: isLongEnough,
  }
  const earlier = [...olderEnds(before, ends, change, rules), ...markedEnds(before, ends, change)]
  earlier.sort((one, other) => one.turn - other.turn)
  return [...earlier.slice(1 - maxEnds), itself]
}
