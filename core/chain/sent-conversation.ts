// What was sent of a conversation, as far as its record and its bill need it: sizes and positions, no text. Held while the
// answer streams.

import type { CompactionPolicy } from '../access/policy.ts'
import { endOf, startOf } from '../json/read.ts'
import { deletedCharacters, type KeptSpans } from '../text/spans.ts'
import type { Segment, Transcript } from '../transcript/transcript.ts'
import { cachedAfter, type TurnEnd, turnEndsOf, turnOf } from './cached-turns.ts'
import type { Chain } from './recognise.ts'

export interface SentSegment {
  /** As it was sent. */
  readonly characters: number
  /** From its beginning to the end of the conversation. */
  readonly behind: number
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
  readonly engineVersion?: string
  readonly verbatim: boolean
  /** The longest that the provider may keep any of it, in milliseconds; 0: nothing of it is cached. */
  readonly lifetime: number
  /** The provider may have its beginning cached. */
  readonly warm: boolean
  /** It has promised to. */
  readonly surelyWarm: boolean
  /** What it has cost and saved before this request, in effective tokens. */
  readonly paid: number
  readonly saved: number
  /** Of the body as forwarded. */
  readonly characters: number
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
  /** The head of the record in which it is to be noted that its conversation was used again. */
  readonly touches?: string
}

interface Travelled {
  readonly segment: Segment
  readonly kept?: KeptSpans
  readonly moved: boolean
}

/** Sizes are those of decoded text, a little below the wire's: they only serve as shares. */
export const sentConversation = (
  transcript: Pick<Transcript, 'tape' | 'messages'>,
  { heads, known, lifetimeAsked, trouble }: Chain,
  travelled: readonly Travelled[],
  policy: CompactionPolicy,
): SentConversation => {
  const { tape, messages } = transcript
  const warm = known !== undefined && !known.cold
  const ends = turnEndsOf(transcript, heads)
  const [first, last] = [messages[0], messages.at(-1)]
  const begin = first === undefined ? 0 : startOf(tape, first.node)
  const end = last === undefined ? 0 : endOf(tape, last.node)

  let deleted = 0
  let changedTurn: number | undefined
  /** What is deleted before each segment. */
  const deletedBefore: number[] = []
  const places = travelled.map((one, index) => {
    const start = startOf(tape, one.segment.node) - deleted
    const gone = one.kept === undefined ? 0 : deletedCharacters(one.segment.text, one.kept)
    const turn = turnOf(index, ends)
    deletedBefore.push(deleted)
    deleted += gone
    if (one.moved && warm) changedTurn ??= turn
    return { start, turn, characters: endOf(tape, one.segment.node) - startOf(tape, one.segment.node) - gone }
  })
  const forwarded = ({ position, segments }: TurnEnd): number => position - (deletedBefore[segments] ?? deleted)
  const endForwarded = end - deleted

  const previous = ends[1]
  // What the last turn sent is not known: whatever of it the provider has to take in anew may be our doing.
  const gap = known !== undefined && known.head !== heads.earlier[0]
  const unreadable = trouble === 'chain-unavailable'
  // Not where the cache was cold: whoever reads that record next has to do what was done here.
  const touched = warm && known.stale ? known.head : unreadable ? heads.earlier[0] : undefined
  const cachedTurns = cachedAfter(warm ? known.state.cachedTurns : [], changedTurn, heads.own.turn)
  const engineVersion = warm ? known.state.engineVersion : undefined
  return {
    head: heads.own.digest,
    policy,
    ...(engineVersion === undefined ? {} : { engineVersion }),
    verbatim: known?.state.verbatim ?? false,
    lifetime: Math.max(lifetimeAsked, warm ? known.state.lifetime : 0),
    warm,
    surelyWarm: known?.surelyWarm ?? false,
    paid: known?.state.paid ?? 0,
    saved: known?.state.saved ?? 0,
    characters: tape.text.length - deleted,
    conversationCharacters: endForwarded - begin,
    freshCharacters: endForwarded - (previous === undefined ? begin : forwarded(previous)),
    changed: previous !== undefined && (gap || trouble !== undefined || changedTurn !== undefined),
    segments: places.map(({ start, turn, characters }) => ({ turn, characters, behind: endForwarded - start })),
    cachedTurns,
    cachedEnds: ends
      .filter(({ turn }) => cachedTurns.includes(turn))
      .map(({ position, ...one }) => ({ ...one, charactersBehind: endForwarded - forwarded({ position, ...one }) })),
    freshBlocks: previous?.blocksBehind ?? 0,
    unreadable,
    ...(touched === undefined ? {} : { touches: touched.digest }),
  }
}
