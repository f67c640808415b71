// A dialect's view of a body: who made each message, and which string values are results of tools, in order.

import { stringOf } from '../json/read.ts'
import type { JsonTape } from '../json/scan.ts'
import type { Segment } from './may-be-shortened.ts'
import type { Message, Side } from './message.ts'
import type { ReadState } from './read-state.ts'

/** How a message says who speaks. */
export interface Roles {
  readonly member: string
  readonly client: string
  readonly model: string
}

/** How a dialect spells messages, as far as recognising a conversation needs it. Names are those of members. */
export interface Spelling {
  /** Of a message, and of a block in it: holds blocks, or is plain text. */
  readonly content: string
  /** Of a message alone: holds blocks, or is plain text, too. Absent: there is none. */
  readonly output?: string
  /** Of a block of plain text: the text. */
  readonly text: string
  /** What the `type` of a block of plain text says. Absent: it has no type. */
  readonly textType?: (side: Side) => string
  /** Of a message or a block: asks for caching. Clients move it from turn to turn. Absent: there is none. */
  readonly cacheMarker?: string
  /**
   * Of the messages that the provider joins: those of one side in a row, so that it says nothing how many they are. Absent: it joins none.
   */
  readonly joined?: Roles
  /**
   * Whether a message of the model is one call and nothing else. Clients may put each call of an answer beside its result: nobody can tell
   * then which of such messages were one answer. Absent: no call stands alone.
   */
  readonly isLoneCall?: (tape: JsonTape, message: number) => boolean
  /** A client may bring all of a conversation in one request, and in the next what is new alone, behind the name of an answer. Absent: it may not. */
  readonly namesAnswers?: true
}

export interface Transcript {
  /** The dialect's id: no two dialects share a conversation. */
  readonly dialect: string
  readonly spelling: Spelling
  readonly tape: JsonTape
  /** The messages or items of the conversation, in order. */
  readonly messages: readonly Message[]
  /** Whether these are the whole conversation: nothing of it is kept by the provider, and there is one list of them. */
  readonly whole: boolean
  /** Whether its provider leaves out some of them: a block stands for all before it. */
  readonly summed?: boolean
  readonly segments: readonly Segment[]
  /** What was known after some of the last messages, by their number: there the next request may be read on. */
  readonly states?: ReadonlyMap<number, ReadState>
}

/** The index of the last message that the model made; -1 if it made none. What stands before it is a known prefix. */
export const lastOfModel = ({ messages }: Pick<Transcript, 'messages'>): number =>
  messages.findLastIndex(({ side }) => side === 'model')

/** The index of the first message behind the first turn of the client, which may have several messages; it says what is wanted. */
export const endOfFirstTurn = (messages: Transcript['messages']): number => {
  const first = messages.findIndex(({ side }) => side === 'client')
  const answer = messages.findIndex(({ side }, at) => side === 'model' && at > first)
  return answer < 0 ? messages.length : answer
}

/** The text of a segment, that of a pinned one too. */
export const textOf = (
  { tape }: Pick<Transcript, 'tape'>,
  segment: Pick<Segment, 'node' | 'text'> | undefined,
): string =>
  segment === undefined || segment.text !== '' ? (segment?.text ?? '') : (stringOf(tape, segment.node) ?? '')
