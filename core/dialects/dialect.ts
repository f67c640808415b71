// All that the service has to know of one provider API: how requests spell a conversation, where they go, and how responses
// say what they used. A dialect is a folder here (`dialect.ts`, `read.ts`, `usage.ts`), a line of `registry.ts`, a function of its
// name in `lambdas/`, and a provider: a row of `upstream/providers.ts` with its prices in `caches/rows.ts`. The rest follows.

import type { JsonTape } from '../json/scan.ts'
import type { Usage } from '../ledger/usage.ts'
import type { InPieces } from '../runtime/pieces.ts'
import type { HeldState } from '../transcript/read-state.ts'
import type { Transcript } from '../transcript/transcript.ts'
import type { Provider } from '../upstream/provider.ts'

/**
 * Folds what a response says about its usage and its calls. Objects come in the order of the stream; a response that is not a stream is
 * one object. Must tolerate anything.
 */
export interface UsageFold {
  /** Stands, in ASCII, in every event of a stream that says something about usage or begins a call, and in its last; the others are not parsed. */
  readonly marker: RegExp
  /** The last event of a stream that comes to its end, by its whole data or by its `type`. Clients leave when they have read it. */
  readonly last: readonly string[]
  add(object: Readonly<Record<string, unknown>>): void
  /** `undefined` when nothing was reported. */
  result(): Usage | undefined
  /**
   * How many calls a response makes that came to its end, of those that may stand alone in a history (`Spelling.isLoneCall`): no fewer than it
   * makes. `undefined`, or absent: nobody can tell.
   */
  calls?(): number | undefined
}

export interface Dialect {
  /** Names its folder here, its function and the route in receipts. */
  readonly id: string
  /** Whose API it is. */
  readonly provider: Provider
  /** Behind the provider's prefix, which is no part of them; `*` stands for one name, such as a model's. */
  readonly paths: readonly string[]
  /** The model that a request asks for, as it says it. `path`: the one that was asked, behind the prefix. */
  modelOf(tape: JsonTape, path: string): string | undefined
  /**
   * The view of a body whose root is an object, in pieces of a message at most. `known`: what was known at the end of a message up
   * to which another body had the same bytes. May throw; the caller then forwards the original.
   */
  read(tape: JsonTape, known?: HeldState): InPieces<Transcript>
  usage(): UsageFold
  /** Its count of input tokens has only those that no cache held: where it does not report the others, the input is not counted. */
  readonly countsUncachedAlone?: true
}
