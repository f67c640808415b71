// Where everything stands in a body once characters are deleted from it. Sizes are those of decoded text, a little below the
// wire's: they only serve as shares, and pictures count for what they cost.

import { endOf, startOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import { deletedCharacters, type SpanList } from '../../text/spans.ts'
import { charactersOf, type Segment } from '../../transcript/may-be-shortened.ts'
import { type Weigh, weighing } from '../../transcript/pictures.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { type TurnEnd, turnOf } from '../identity/turn-ends.ts'

export interface PlacedSegment {
  /** What is left of it. */
  readonly characters: number
  /** From its beginning to the end of the conversation. */
  readonly charactersBehind: number
  /** The turn that it belongs to; 0: one of long ago. */
  readonly turn: number
}

export interface Layout {
  /** Of the body as forwarded, of its messages, and of the conversation: the instructions before it belong to what stands around it. */
  readonly bodyCharacters: number
  readonly messageCharacters: number
  readonly conversationCharacters: number
  /** Taken out of the body. */
  readonly deletedCharacters: number
  readonly segments: readonly PlacedSegment[]
  /** What stands behind a turn's end. */
  charactersBehind(end: TurnEnd): number
  /** What was taken out of this segment and of those behind it. */
  deletedFrom(segment: number): number
}

export interface Shortened {
  readonly segment: Segment
  readonly kept?: SpanList
}

/** How much of the tape a character of a segment takes; escapes are left out, as everywhere here. */
const unitsEach = (tape: JsonTape, { node }: Segment, characters: number): number =>
  tape.isEncoded && characters > 0 ? Math.max(1, (endOf(tape, node) - startOf(tape, node)) / characters) : 1

/** How much of the tape a segment loses. */
const goneOf = (tape: JsonTape, { segment, kept }: Shortened): number => {
  if (kept === undefined) return 0
  const characters = charactersOf(segment)
  return Math.round(deletedCharacters(characters, kept) * unitsEach(tape, segment, characters))
}

/** In the order of the transcript. */
export const layoutOf = (
  { tape, messages }: Pick<Transcript, 'tape' | 'messages'>,
  shortened: readonly Shortened[],
  ends: readonly TurnEnd[],
  weigh: Weigh = weighing(tape),
): Layout => {
  let deleted = 0
  const deletedBefore: number[] = []
  const placed = shortened.map((one, index) => {
    const { segment } = one
    const start = weigh(startOf(tape, segment.node)) - deleted
    const gone = goneOf(tape, one)
    deletedBefore.push(deleted)
    deleted += gone
    const characters = endOf(tape, segment.node) - startOf(tape, segment.node) - gone
    return { start, turn: turnOf(index, ends), characters }
  })
  const first = messages[0]
  const last = messages.at(-1)
  const talk = messages.find(({ side }) => side !== 'instructions') ?? first
  const startAt = (message: typeof first): number => (message === undefined ? 0 : weigh(startOf(tape, message.node)))
  const end = (last === undefined ? 0 : weigh(endOf(tape, last.node))) - deleted
  return {
    bodyCharacters: weigh(tape.text.length) - deleted,
    messageCharacters: end - startAt(first),
    conversationCharacters: end - startAt(talk),
    deletedCharacters: deleted,
    segments: placed.map(({ start, ...one }) => ({ ...one, charactersBehind: end - start })),
    charactersBehind: ({ position, segments }) => end - (weigh(position) - (deletedBefore[segments] ?? deleted)),
    deletedFrom: (segment) => deleted - (deletedBefore[segment] ?? deleted),
  }
}
