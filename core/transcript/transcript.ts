// A dialect's view of a body: who made each message, which string values are results of tools, in order, and why most of
// them may not be touched.

import type { JsonTape } from '../json/scan.ts'

/** Why a result must reach the model byte for byte. Stable codes. */
export type PinReason =
  /** The result is marked as an error, and no later turn has answered it or it is short. */
  | 'error-result'
  /** An agent quotes what it read from a file. */
  | 'file-read'
  /** The call that this answers is not in the body, so nobody knows whether it was a file read. */
  | 'unknown-call'
  /** The item or block has members or a type that we do not know, or names a member twice. */
  | 'unknown-shape'

/**
 * What a text is, for how much of it the engine may take: `records` of JSON, or what a `shell` printed. Everything else, as
 * reports, pages and search results, is prose that the model asked for.
 */
export type ResultKind = 'records' | 'shell'

/** One text value of a tool result. Everything that is no segment is pinned by never being looked at. */
export interface Segment {
  /** The string node of the tape. */
  readonly node: number
  /** Index of its message or item in `messages`. */
  readonly message: number
  /** Its value; empty when it is pinned, unless it is superseded. */
  readonly text: string
  /** Absent: anything else. */
  readonly kind?: ResultKind
  readonly pinned?: PinReason
  /**
   * It need not stay byte-exact any longer. Of a file read: later calls have read the same again, or left nothing of it. Of a
   * long error: a later turn has answered it.
   */
  readonly superseded?: true
}

/**
 * Whether the bytes of a segment may change the first time they are sent: those of every segment that is not pinned. It is
 * what the lossless depth, `arrival` and `observe` ask. A superseded read does not count: it was sent whole while it was
 * pinned, so every change of it rewrites the provider's cache, which only the lossy form is worth.
 */
export const mayBeShortenedAtOnce = ({ pinned }: Pick<Segment, 'pinned'>): boolean => pinned === undefined

/** Whether a segment may ever lose text: at once, or because it is superseded. */
export const mayBeShortened = (segment: Pick<Segment, 'pinned' | 'superseded'>): boolean =>
  mayBeShortenedAtOnce(segment) || segment.superseded === true

/**
 * Who made a message: the model, the client (everything of a kind that we do not know, too), or whoever wrote the system
 * and developer messages, which clients rewrite from one turn to the next.
 */
export type Side = 'model' | 'client' | 'instructions'

export interface Message {
  /** The node of the tape, whatever kind of value it is. */
  readonly node: number
  readonly side: Side
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
  readonly segments: readonly Segment[]
}

/** The index of the last message that the model made; -1 if it made none. What stands before it is a known prefix. */
export const lastOfModel = ({ messages }: Pick<Transcript, 'messages'>): number =>
  messages.findLastIndex(({ side }) => side === 'model')
