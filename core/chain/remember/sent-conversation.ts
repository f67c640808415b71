// What was sent of a conversation, as far as its record and its bill need it: sizes and positions, no text. Held while the
// answer streams.

import type { CompactionPolicy } from '../../access/policy.ts'
import type { CachingAsked } from '../../caches/asked.ts'
import type { PriceRow } from '../../caches/rules.ts'
import { defined } from '../../collections/defined.ts'
import { type Chain, isBehind } from '../chain.ts'
import { anywhereKeptMs } from '../held/cache-state.ts'
import { type ReadableEnd, surelyReadable } from '../held/cached-ends.ts'
import { isCaching } from '../held/evidence.ts'
import type { Retention } from '../held/retention.ts'
import { haveSameTexts } from '../identity/frame.ts'
import { shortDigest } from '../identity/identity.ts'
import type { TurnEnd } from '../identity/turn-ends.ts'
import { type Beside, besideOf } from '../move/beside.ts'
import type { Held } from '../move/floor.ts'
import type { Layout, PlacedSegment } from '../move/layout.ts'
import type { ChainHistory, ChainState, SegmentState } from '../record/state.ts'
import { type MetNote, metOf } from './met-note.ts'
import type { Moved } from './moved.ts'
import { type ToldDigests, toldDigests } from './told-digests.ts'
import { type Unseen, unseenIn } from './unseen-answers.ts'
import { type UseNote, useOf } from './use-note.ts'

/** The end of a turn, and what stands behind it as forwarded. */
export interface SentEnd extends TurnEnd {
  readonly charactersBehind: number
}

/** What stands behind its last turn, in characters: the beginning of an answer, or an instruction of the moment. The next request may not have it. */
export const charactersLeftOpen = ({ ends }: Pick<SentConversation, 'ends'>): number => ends[0]?.charactersBehind ?? 0

export interface SentConversation extends Unseen, ToldDigests {
  /** Where its record belongs, and where it is kept when a sibling's stands there. */
  readonly head: string
  readonly exactHead: string
  /** Digests of everything up to its end, and up to the end of its first turn. */
  readonly upTo: string
  readonly root: string
  /** Digests of what stands around it, whether that is not what it was, and whether its texts are not. */
  readonly frame: string
  readonly isFrameNew: boolean
  readonly areTextsNew: boolean
  readonly policy: CompactionPolicy
  /** The version that decides in this conversation, if one has answered. */
  readonly engineVersion?: string
  /** See `Chain`. */
  readonly branched: boolean
  /** What the record says that this request continues. Absent: it is the first that anybody remembers. */
  readonly previous?: ChainHistory
  readonly prices: PriceRow
  readonly asked: CachingAsked
  /** The longest that the provider may keep any of it, in milliseconds; 0: nothing of it is cached. */
  readonly lifetimeMs: number
  /** The provider may have its beginning cached. */
  readonly warm: boolean
  /** Of the body as forwarded, of the conversation in it, and of the part that no earlier request carried. */
  readonly bodyCharacters: number
  readonly conversationCharacters: number
  readonly freshCharacters: number
  /** Of its messages, what earlier requests carried: the instructions before the conversation as well, unless they are new. */
  readonly repeatedCharacters: number
  readonly segments: readonly PlacedSegment[]
  /** How each was sent, where the record before it does not tell: let go of once that is written down. */
  readonly sentAs?: readonly SegmentState[]
  /** The ends of its turns, the last one first. */
  readonly ends: readonly SentEnd[]
  /** Which of them the provider surely reads up to, had nothing been changed. */
  readonly readable?: ReadableEnd
  /** What was claimed for what it changed, in effective tokens, and the tokens that it took out of what was sent before. */
  readonly claimedEffectiveTokens: number
  readonly movedTokens: number
  /** The first turn of which we changed something. */
  readonly changedTurn?: number
  /**
   * What we changed the provider would have read, and so much would stand behind what it would have read: whatever more it
   * takes in is our doing. Absent: nothing of what it could read was changed.
   */
  readonly charactersBehindUnchanged?: number
  /** The last turn before all that we changed that it surely reads up to. */
  readonly unchangedTurn?: number
  /** It repeats all of the request before it, as that was sent, within minutes: a provider that caches reads it. */
  readonly shouldBeRead: boolean
  /** Whether the provider still holds what was sent before cannot be known: by its rules it may. */
  readonly mayBeGone: boolean
  readonly pauseMs: number
  /** The record that it continues is that of the turn before it. */
  readonly isNext: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
  /** It was sent longer than it could be: why. */
  readonly held?: Held
  /** See `isUnreadable`. */
  readonly unreadable: boolean
  /** The head of the record whose times must be refreshed. */
  readonly touchedHead?: string
  /** A record in its place that was used last by then is written over. */
  readonly restingSince?: number
  readonly note?: UseNote
  readonly rootUsedAt: number
  /** Where what the account has seen of this cache is kept, if this request may show more of it, and what it is. */
  readonly cache: string
  readonly retention?: Retention
  /** See `unasked-reads.ts`. */
  readonly isUnaskedRead?: true
  /** See `KnownChain`. */
  readonly asOthers?: true
  /** See `Heads`. */
  readonly conversation: string
  /** Where it is noted that the service has met it, with the first request of it that anybody knows. */
  readonly met?: MetNote
  /** See `beside.ts`. */
  readonly beside?: Beside
}

const historyOf = ({ segments: _segments, ...history }: ChainState): ChainHistory => history

/** Whose record's times must be refreshed. Nobody's where text moved: what that record says was not sent again, and its next reader has to do the same. */
const touchedHeadOf = ({ heads, known, trouble }: Chain, warm: boolean, moved: Moved): string | undefined =>
  warm && known?.needsTouch && !known.inUse && moved.turn === undefined
    ? known.key
    : trouble === 'chain-unavailable'
      ? heads.earlier[0]?.key
      : undefined

/** What stands behind the end that the provider would have read up to, where that is not what it reads now: in characters. */
const behindUnchanged = (
  chain: Chain,
  ends: readonly SentEnd[],
  layout: Layout,
  moved: Moved,
  readable?: ReadableEnd,
): number | undefined => {
  const { known, trouble, freshValues } = chain
  const behind = (turn: number | undefined): number | undefined =>
    ends.find((end) => end.turn === turn)?.charactersBehind
  const [, lastEnd] = ends
  const lastBehind = lastEnd?.charactersBehind
  // Nothing is known of it: in doubt, what was taken in was our doing, except the texts of the last turn as they are forwarded.
  if (trouble !== undefined) {
    if (lastEnd === undefined) return undefined
    return Math.min(lastEnd.charactersBehind, Math.max(0, freshValues - layout.deletedFrom(lastEnd.segments)))
  }
  if (moved.paid) return behind(readable?.turn) ?? lastBehind
  const isGap = known !== undefined && isBehind(chain, known) && isCaching(known.state.evidence)
  return isGap && readable?.turn === known.head.turn ? behind(known.head.turn) : undefined
}

/** Whether the record could not be read: what is known is not enough to write another. */
export const isUnreadable = ({ trouble }: Pick<Chain, 'trouble'>): boolean => trouble === 'chain-unavailable'

/** How each text was sent, and whether the record before tells that. */
interface How {
  readonly states: readonly SegmentState[]
  readonly isTold: boolean
}

/** `layout`: of the body as forwarded. */
export const sentConversation = (
  chain: Chain,
  layout: Layout,
  moved: Moved,
  policy: CompactionPolicy,
  engineVersion: string | undefined,
  how?: How,
): SentConversation => {
  const { heads, known, prices, asked, now } = chain
  const warm = known !== undefined && !known.cold
  const ends = chain.ends.map((end): SentEnd => ({ ...end, charactersBehind: layout.charactersBehind(end) }))
  const lastEnd = ends[1]
  const cached = warm ? known.state.cachedEnds : []
  const allReadable = surelyReadable(cached, chain.ends, asked, now)
  const [readable] = allReadable
  // Behind thinking that has gone since, less is read, which is no fault of the cache.
  const isLost = lastEnd !== undefined && chain.isLostEnd(lastEnd)
  const unchangedTurn = isLost
    ? undefined
    : allReadable.find((end) => end.asSent && end.turn < (moved.turn ?? Number.POSITIVE_INFINITY))?.turn
  const unchanged = behindUnchanged(chain, ends, layout, moved, readable)
  const areTextsNew = known !== undefined && !haveSameTexts(known.state.frame, heads.frame)
  const freshCharacters = lastEnd?.charactersBehind ?? layout.conversationCharacters
  const last = cached.find(({ turn }) => turn === lastEnd?.turn)
  const isNext = known !== undefined && !known.changed && !known.inUse && known.head === heads.earlier[0]
  const isRepeated = isNext && lastEnd !== undefined && last?.asSent === true && last.longEnough
  // What markers do not reach is no miss.
  const canReach = asked.surelyEnds !== 'markers' || readable?.turn === lastEnd?.turn
  // Since it was sent itself: a branch that has used its beginning since may not have kept its end.
  const pauseMs = known === undefined ? 0 : now - known.state.sentAt
  const { notedAt, note } = useOf(chain, moved)
  // After a pause, the next request cannot tell this use, which is noted, from that of others, and would go by theirs.
  const isNotedAfterPause = note !== undefined && pauseMs > anywhereKeptMs
  const sentAs = how === undefined || (how.isTold && !isNotedAfterPause) ? undefined : how.states
  return {
    head: heads.own.key,
    exactHead: heads.own.digest,
    upTo: shortDigest(heads.own.digest),
    root: shortDigest(heads.root.digest),
    conversation: heads.conversation,
    frame: heads.frame,
    isFrameNew: known !== undefined && known.state.frame !== heads.frame,
    areTextsNew,
    policy,
    branched: chain.branched,
    prices,
    asked,
    lifetimeMs: Math.max(asked.lifetimeMs, warm ? known.state.lifetimeMs : 0),
    warm,
    bodyCharacters: layout.bodyCharacters,
    conversationCharacters: layout.conversationCharacters,
    freshCharacters,
    repeatedCharacters:
      lastEnd === undefined
        ? 0
        : (areTextsNew ? layout.conversationCharacters : layout.messageCharacters) - freshCharacters,
    segments: layout.segments,
    ends,
    claimedEffectiveTokens: moved.claimed,
    movedTokens: moved.tokens,
    shouldBeRead: isRepeated && canReach && pauseMs <= anywhereKeptMs && !chain.isLostEnd(lastEnd),
    mayBeGone: isRepeated && asked.surelyEnds !== 'markers' && pauseMs > anywhereKeptMs,
    pauseMs,
    isNext,
    now,
    unreadable: isUnreadable(chain),
    rootUsedAt: notedAt,
    cache: heads.cache,
    // What may be absent stands last: behind a spread the engine adds each member by itself.
    ...defined({ engineVersion, previous: known && historyOf(known.state) }),
    ...defined({ sentAs }),
    ...defined({ readable, unchangedTurn, changedTurn: moved.turn, charactersBehindUnchanged: unchanged }),
    ...defined({ touchedHead: touchedHeadOf(chain, warm, moved), note, restingSince: known?.restingSince }),
    ...defined({ retention: known?.retention, asOthers: known?.asOthers }),
    ...defined({ beside: besideOf(chain, layout), met: metOf(chain) }),
    ...toldDigests(chain),
    ...unseenIn(chain),
  }
}
