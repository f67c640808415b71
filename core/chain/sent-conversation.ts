// What was sent of a conversation, as far as its record and its bill need it: sizes and positions, no text. Held while the
// answer streams.

import type { CompactionPolicy } from '../access/policy.ts'
import { endOf, startOf } from '../json/read.ts'
import type { PriceRow } from '../ledger/prices.ts'
import { deletedCharacters, type KeptSpans } from '../text/spans.ts'
import type { Segment, Transcript } from '../transcript/transcript.ts'
import { cachedAfter, type TurnEnd, turnEndsOf, turnOf } from './cached-turns.ts'
import type { Chain } from './recognise.ts'
import type { ChainHistory, ChainState } from './state.ts'

export interface SentSegment {
  /** As it was sent. */
  readonly characters: number
  /** From its beginning to the end of the conversation. */
  readonly charactersBehind: number
  /** The turn that it belongs to; 0: one of long ago. */
  readonly turn: number
}

/** The end of an earlier request that the provider may read up to, and what it has to write behind it. */
export interface CachedEnd extends Omit<TurnEnd, 'position'> {
  readonly charactersBehind: number
}

export interface SentConversation {
  /** Where its record belongs. */
  readonly head: string
  readonly policy: CompactionPolicy
  /** The version that decides in this conversation, if one has answered. */
  readonly engineVersion?: string
  /** What the record says that this request continues. Absent: it is the first that anybody remembers. */
  readonly previous?: ChainHistory
  readonly prices: PriceRow
  /** The longest that the provider may keep any of it, in milliseconds; 0: nothing of it is cached. */
  readonly lifetimeMs: number
  /** The provider may have its beginning cached. */
  readonly warm: boolean
  /** The provider promises to have its beginning cached. */
  readonly surelyWarm: boolean
  /** Of the body as forwarded. */
  readonly bodyCharacters: number
  /** Of the conversation in it, and of the part that no earlier request carried. */
  readonly conversationCharacters: number
  readonly freshCharacters: number
  /** Something that the provider may have cached was changed by us, or may have been. */
  readonly changed: boolean
  readonly segments: readonly SentSegment[]
  readonly cachedTurns: readonly number[]
  /** Where it can be read up to, the last one first. */
  readonly cachedEnds: readonly CachedEnd[]
  /** Blocks of the last exchange: the next one is reckoned to have as many. */
  readonly freshBlocks: number
  /** The record could not be read: what is known is not enough to write another. */
  readonly unreadable: boolean
  /** The head of the record whose times must be refreshed. */
  readonly touchedHead?: string
}

interface Forwarded {
  readonly segment: Segment
  readonly kept?: KeptSpans
  readonly moved: boolean
}

/** Where everything stands in the body as forwarded. */
interface Layout {
  readonly deleted: number
  readonly segments: readonly { readonly start: number; readonly turn: number; readonly characters: number }[]
  /** The first turn that was sent in another representation before. */
  readonly movedTurn?: number
  /** A turn's end in the body as forwarded. */
  position(end: TurnEnd): number
}

const layoutOf = (
  { tape }: Pick<Transcript, 'tape'>,
  forwarded: readonly Forwarded[],
  ends: readonly TurnEnd[],
): Layout => {
  let deleted = 0
  let movedTurn: number | undefined
  const deletedBefore: number[] = []
  const segments = forwarded.map(({ segment, kept, moved }, index) => {
    const start = startOf(tape, segment.node) - deleted
    const gone = kept === undefined ? 0 : deletedCharacters(segment.text, kept)
    const turn = turnOf(index, ends)
    deletedBefore.push(deleted)
    deleted += gone
    if (moved) movedTurn ??= turn
    return { start, turn, characters: endOf(tape, segment.node) - startOf(tape, segment.node) - gone }
  })
  return {
    deleted,
    segments,
    ...(movedTurn === undefined ? {} : { movedTurn }),
    position: (end) => end.position - (deletedBefore[end.segments] ?? deleted),
  }
}

const historyOf = ({ segments: _segments, ...history }: ChainState): ChainHistory => history

/** Which record's times must be refreshed. None where the cache was cold: the next reader of that record has to do the same again. */
const touchedHeadOf = ({ heads, known, trouble }: Chain, warm: boolean): Pick<SentConversation, 'touchedHead'> => {
  const head = warm && known?.needsTouch ? known.head : trouble === 'chain-unavailable' ? heads.earlier[0] : undefined
  return head === undefined ? {} : { touchedHead: head.digest }
}

/** Sizes are those of decoded text, a little below the wire's: they only serve as shares. */
export const sentConversation = (
  transcript: Pick<Transcript, 'tape' | 'messages' | 'spelling'>,
  chain: Chain,
  forwarded: readonly Forwarded[],
  policy: CompactionPolicy,
  engineVersion: string | undefined,
): SentConversation => {
  const { tape, messages } = transcript
  const { heads, known, prices, lifetimeAskedMs, trouble } = chain
  const warm = known !== undefined && !known.cold
  const ends = turnEndsOf(transcript, heads)
  const [first, last] = [messages[0], messages.at(-1)]
  const begin = first === undefined ? 0 : startOf(tape, first.node)
  const layout = layoutOf(transcript, forwarded, ends)
  const end = (last === undefined ? 0 : endOf(tape, last.node)) - layout.deleted

  const lastEnd = ends[1]
  const changedTurn = warm ? layout.movedTurn : undefined
  // What the last turn sent is not known: whatever the provider does not read of it may be our doing.
  const gap = known !== undefined && known.head !== heads.earlier[0]
  const cachedTurns = cachedAfter(warm ? known.state.cachedTurns : [], changedTurn, heads.own.turn)
  return {
    head: heads.own.digest,
    policy,
    ...(engineVersion === undefined ? {} : { engineVersion }),
    ...(known === undefined ? {} : { previous: historyOf(known.state) }),
    prices,
    lifetimeMs: Math.max(lifetimeAskedMs, warm ? known.state.lifetimeMs : 0),
    warm,
    surelyWarm: known?.surelyWarm ?? false,
    bodyCharacters: tape.text.length - layout.deleted,
    conversationCharacters: end - begin,
    freshCharacters: end - (lastEnd === undefined ? begin : layout.position(lastEnd)),
    changed: lastEnd !== undefined && (gap || trouble !== undefined || changedTurn !== undefined),
    segments: layout.segments.map(({ start, ...one }) => ({ ...one, charactersBehind: end - start })),
    cachedTurns,
    cachedEnds: ends
      .filter(({ turn }) => cachedTurns.includes(turn))
      .map(({ position, ...one }) => ({ ...one, charactersBehind: end - layout.position({ position, ...one }) })),
    freshBlocks: lastEnd?.blocksBehind ?? 0,
    unreadable: trouble === 'chain-unavailable',
    ...touchedHeadOf(chain, warm),
  }
}
