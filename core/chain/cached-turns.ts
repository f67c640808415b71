// Up to where a provider can read a conversation after a change in it: which ends of turns it may have cached in the representation
// that was sent last, and how much stands behind each of them.

import { elementsOf, endOf, kindOf, membersOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import type { Spelling, Transcript } from '../transcript/transcript.ts'
import type { Heads } from './identity.ts'

/** More than a provider looks back for. */
const maxTurns = 20

/** The end of one turn of the client. */
export interface TurnEnd {
  readonly turn: number
  /** How many segments stand before it. */
  readonly segments: number
  /** How many blocks the conversation has behind it. */
  readonly blocksBehind: number
  /** Where it is in the body. */
  readonly position: number
}

/** Blocks of one message as providers count them: a text that is no list of blocks is one. */
const blocksOf = (tape: JsonTape, node: number, spelling: Spelling): number => {
  const content = membersOf(tape, node)?.get(spelling.content)
  return content !== undefined && kindOf(tape, content) === JsonKind.Array ? elementsOf(tape, content).length : 1
}

/** The ends of turns that have heads, the last one first. */
export const turnEndsOf = (
  { tape, messages, spelling }: Pick<Transcript, 'tape' | 'messages' | 'spelling'>,
  heads: Heads,
): TurnEnd[] => {
  let counted = messages.length
  let blocksBehind = 0
  return [heads.own, ...heads.earlier].map(({ turn, segments, messages: count }): TurnEnd => {
    for (; counted > count; counted -= 1) {
      const message = messages[counted - 1]
      if (message !== undefined) blocksBehind += blocksOf(tape, message.node, spelling)
    }
    const last = messages[count - 1]
    return { turn, segments, blocksBehind, position: last === undefined ? 0 : endOf(tape, last.node) }
  })
}

/** The turn that a segment belongs to; 0 when it is older than all that have heads. */
export const turnOf = (segment: number, ends: readonly TurnEnd[]): number => {
  let turn = 0
  for (const end of ends) {
    if (end.segments <= segment) return turn
    turn = end.turn
  }
  return ends.at(-1)?.turn === 1 ? turn : 0
}

/** The cached turns after a request: what it changed is cached anew at its own end. */
export const cachedAfter = (before: readonly number[], changedTurn: number | undefined, own: number): number[] => [
  ...before.filter((turn) => turn < own && (changedTurn === undefined || turn < changedTurn)).slice(1 - maxTurns),
  own,
]
