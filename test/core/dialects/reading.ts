// Reads a body of a dialect, and shows what of it may be touched.

import type { Dialect } from '../../../core/dialects/dialect.ts'
import { scanJson } from '../../../core/json/scan.ts'
import { atOnce } from '../../../core/runtime/pieces.ts'
import type { HeldState } from '../../../core/transcript/read-state.ts'
import type { Transcript } from '../../../core/transcript/transcript.ts'

/** `known`: of a body that begins with the same bytes. */
export const read = (dialect: Dialect, body: unknown, known?: HeldState): Transcript => {
  const tape = scanJson(typeof body === 'string' ? body : JSON.stringify(body))
  if (tape === undefined) throw new Error('not JSON')
  return atOnce(dialect.read(tape, known))
}

/** What a reader of the table wants to see: the text that may be touched, or why not. */
export const seen = (dialect: Dialect, body: unknown): string[] =>
  read(dialect, body).segments.map((segment) => segment.pinned ?? segment.text)
