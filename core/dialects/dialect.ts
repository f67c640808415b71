// What the pipeline needs to know about one provider API: where tool results stand in a request, and what a response says it used.

import type { JsonTape } from '../json/scan.ts'
import type { Usage } from '../ledger/usage.ts'
import type { DialectId, Transcript } from '../transcript/transcript.ts'

/**
 * Folds what a response says about its usage. Objects come in the order of the stream; a response that is no stream is
 * one object. Must tolerate anything.
 */
export interface UsageFold {
  add(object: Readonly<Record<string, unknown>>): void
  /** `undefined` when nothing was reported. */
  result(): Usage | undefined
}

export interface Dialect {
  readonly id: DialectId
  /** The view of a body whose root is an object. May throw; the caller then forwards the original. */
  read(tape: JsonTape): Transcript
  usage(): UsageFold
}
