// A conversation that carries its whole history, as one request shows it, and what an earlier request of it left.

import type { CachingAsked, MessageBlocks } from '../caches/asked.ts'
import type { PriceRow } from '../caches/rules.ts'
import type { Weigh } from '../transcript/pictures.ts'
import type { Retention } from './held/retention.ts'
import type { Head, Heads } from './identity/identity.ts'
import type { TextDigest } from './identity/text-digest.ts'
import type { TurnEnd } from './identity/turn-ends.ts'
import type { ChainState } from './record/state.ts'

/** What an earlier request left. */
export interface KnownChain {
  readonly state: ChainState
  /** Up to where it speaks of the conversation, and under which key it was found. */
  readonly head: Head
  readonly key: string
  /** It speaks of another history: the client has changed what stands before. */
  readonly changed: boolean
  /** It was left while its answer was still to come: another one takes its place at the end. */
  readonly provisional?: true
  /** The record's times must be refreshed. */
  readonly needsTouch: boolean
  /** The provider's cache cannot hold what was sent: any change is free. */
  readonly cold: boolean
  /** It is a copy that may be out of date: nothing may be changed for nothing. */
  readonly unsure: boolean
  /** Milliseconds since the request that left it, or since it was used last. */
  readonly pauseMs: number
  /** What the account has seen of this cache; absent where it does not matter, or could not be read. */
  readonly retention?: Retention
  /** Nothing of the conversation was used for so long that this cache has forgotten it, whatever stands around it. */
  readonly forgotten: boolean
  /** Records that were used last by then, in milliseconds since the epoch, speak of what is forgotten; set after a rest. */
  readonly restingSince?: number
  /** Texts go as others have sent them since, and not as this record says, or cannot go so: what is kept may be either. */
  readonly asOthers?: true
  /** Milliseconds since anything of the conversation was used, as far as is known. */
  readonly restMs: number
  /** It has rested, and some other branch has not: what they have in common may be cached as that one has sent it. */
  readonly inUse: boolean
}

/** Whether the history differs from the record's in its last turn alone: it may be a sibling's, sent at the same time. */
export const isOfSibling = ({ changed, head, state }: KnownChain): boolean =>
  changed && state.cachedEnds.at(-1)?.turn === head.turn

/** Whether the record is that of a turn before the last: the last one's is not written yet, or lost. */
export const isBehind = ({ heads }: Pick<Chain, 'heads'>, { head }: Pick<KnownChain, 'head'>): boolean =>
  head !== heads.own && head !== heads.earlier[0]

/** A turn of the same conversation, and the last one up to it that its model was sent without thinking; `undefined`: there was none. */
export interface ToldOfThinking {
  readonly head: Pick<TurnEnd, 'turn' | 'messages'>
  readonly unthought: number | undefined
}

/** A conversation that carries its whole history, as this request shows it. */
export interface Chain {
  readonly heads: Heads
  /** Where the blocks and the turns of this request stand; the last turn's end first. */
  readonly blocks: readonly MessageBlocks[]
  readonly ends: readonly TurnEnd[]
  /** What the provider caches, and at which prices. */
  readonly prices: PriceRow
  readonly asked: CachingAsked
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Where a position of the body stands when pictures count for what they cost. */
  readonly weigh: Weigh
  /** Characters of what the last turn says, without the JSON around it: by these its share of the body's tokens is never too large. */
  readonly freshValues: number
  /** The first message whose thinking later requests do not have; see `passingThinkingIn`. */
  readonly passingThinking: () => number | undefined
  /** The last turn that the model was sent without thinking although there is some; see `unthoughtIn`. */
  readonly unthoughtTurn: (before?: ToldOfThinking) => number | undefined
  /** Whether an end was sent with thinking that has gone since; see `endsLostIn`. */
  readonly isLostEnd: (end: TurnEnd) => boolean
  readonly textDigest: TextDigest
  /** Absent: this is its first request, or nobody remembers it. */
  readonly known?: KnownChain
  /** It goes on from more than one place; see `branching.ts`. */
  readonly branched: boolean
  /** The service has met it before, with another model or at another upstream: this cache has nothing of it that came past the service. */
  readonly isMet?: true
  /** Then: in which caches, the first one first; absent where that could not be read. */
  readonly metIn?: readonly string[]
  /** So many answers came since then that nobody here has seen (milliseconds since the epoch), and this cache was seen to hold what stands before them. */
  readonly unseen?: { readonly answers: number; readonly since: number }
  /** There may be a record that could not be read. */
  readonly trouble?: 'chain-unavailable' | 'chain-unreadable'
}
