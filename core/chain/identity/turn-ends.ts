// Where the turns of a conversation end in a request: in messages, in segments, in blocks and in characters.

import type { MessageBlocks } from '../../caches/asked.ts'
import { endOf, kindOf, nextOf, startOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import { beyondPicture } from '../../transcript/pictures.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import type { Heads } from './identity.ts'

/** The end of one turn of the client. */
export interface TurnEnd {
  readonly turn: number
  /** How many messages and segments stand before it. */
  readonly messages: number
  readonly segments: number
  /** How many blocks the conversation has behind it. */
  readonly blocksBehind: number
  /** Where it is in the body. */
  readonly position: number
}

/** The ends of turns that have heads, the last one first. */
export const turnEndsOf = (tape: JsonTape, messages: readonly MessageBlocks[], heads: Heads): TurnEnd[] =>
  [heads.own, ...heads.earlier].map(({ turn, segments, messages: count }): TurnEnd => {
    const last = messages[count - 1]
    return {
      turn,
      messages: count,
      segments,
      blocksBehind: last?.blocksBehind ?? 0,
      position: last === undefined ? 0 : endOf(tape, last.node),
    }
  })

/** Where the answers behind these turns end, each half a turn behind its question. In the order of `ends`, the last one first. */
export const answerEndsOf = (
  { tape, messages, segments }: Pick<Transcript, 'tape' | 'messages' | 'segments'>,
  blocks: readonly MessageBlocks[],
  ends: readonly TurnEnd[],
): TurnEnd[] =>
  ends.slice(1).flatMap(({ turn }, index) => {
    const count = messages.slice(0, ends[index]?.messages).findLastIndex(({ side }) => side === 'model') + 1
    const last = blocks[count - 1]
    if (last === undefined) return []
    const behind = segments.findIndex(({ message }) => message >= count)
    return {
      turn: turn + 0.5,
      messages: count,
      segments: behind < 0 ? segments.length : behind,
      blocksBehind: last.blocksBehind,
      position: endOf(tape, last.node),
    }
  })

/** How many segments stand before the last of these ends of which that holds; 0: of none. */
export const segmentsUpTo = (ends: readonly TurnEnd[], holds: (end: TurnEnd) => boolean): number =>
  Math.max(0, ...ends.filter(holds).map(({ segments }) => segments))

/** The turn that a segment belongs to; 0 when it is older than all that have heads. */
export const turnOf = (segment: number, ends: readonly TurnEnd[]): number => {
  let turn = 0
  for (const end of ends) {
    if (end.segments <= segment) return turn
    turn = end.turn
  }
  return ends.at(-1)?.turn === 1 ? turn : 0
}

/** Characters of the texts in these messages: neither names of members nor the JSON around them. */
export const valuesOf = (tape: JsonTape, messages: readonly MessageBlocks[]): number => {
  let characters = 0
  for (const { node } of messages)
    for (let at = node; at < nextOf(tape, node); at += 1)
      if (kindOf(tape, at) === JsonKind.String)
        characters += endOf(tape, at) - startOf(tape, at) - 2 - beyondPicture(tape, at)
  return characters
}
