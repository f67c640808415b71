// A dialect's view of a body: which string values are results of tools, in order, and why most of them may not be touched.

import type { JsonTape } from '../json/scan.ts'

/** Why a result must reach the model byte for byte. Stable codes. */
export type PinReason =
  /** The result is marked as an error. */
  | 'error-result'
  /** An agent quotes what it read from a file. */
  | 'file-read'
  /** The call that this answers is not in the body, so nobody knows whether it was a file read. */
  | 'unknown-call'
  /** The item or block has members or a type that we do not know, or names a member twice. */
  | 'unknown-shape'

/** One text value of a tool result. Everything that is no segment is pinned by never being looked at. */
export interface Segment {
  /** The string node of the tape. */
  readonly node: number
  /** Index of its message or item in the conversation. */
  readonly message: number
  readonly text: string
  readonly pinned?: PinReason
}

export interface Transcript {
  readonly tape: JsonTape
  readonly model?: string
  readonly segments: readonly Segment[]
  /** Index of the last message or item of the assistant; what stands before it was sent by an earlier request. -1: none. */
  readonly lastAssistant: number
}
