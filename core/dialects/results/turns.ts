// The turns of a conversation that tell what is settled of it.

import type { Message } from '../../transcript/message.ts'
import { endOfFirstTurn, lastOfModel } from '../../transcript/transcript.ts'

/** Messages of a conversation, by their number; -1: there is none. */
export interface Turns {
  /** The last one of the model. */
  readonly answered: number
  /** What a person has put before it has been answered twice, and is not of the turn in which they spoke last. */
  readonly settled: number
  /** The last one of the first turn of the client. */
  readonly first: number
}

/** `spoken`: the message in which a person spoke last. */
export const turnsIn = (messages: readonly Message[], spoken: number): Turns => {
  const lastBefore = (side: Message['side'], end: number): number =>
    messages.findLastIndex((message, at) => message.side === side && at < end)
  const answered = lastOfModel({ messages })
  const answeredTwice = lastBefore('model', lastBefore('client', answered))
  return {
    answered,
    settled: Math.min(answeredTwice, lastBefore('model', spoken)),
    first: endOfFirstTurn(messages) - 1,
  }
}
