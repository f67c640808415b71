// Gives the client library a request body in a form that it does not hold. The library keeps what it gets until the answer
// has ended, which may take minutes, so a large body is handed over once.

import type { Dispatcher } from 'undici'
import { utf8Of } from '../../core/json/utf8.ts'

/** Bytes, or characters of a text. Smaller bodies are not worth it. */
const worthFreeing = 16 * 1024

export interface WireBody {
  readonly body: NonNullable<Dispatcher.DispatchOptions['body']> | null
  /** Further headers, as a flat list. */
  readonly headers: readonly string[]
}

const once = (bytes: Uint8Array): Iterable<Uint8Array> => {
  const parts = [bytes]
  return {
    [Symbol.iterator]: () => ({
      next: () => {
        const value = parts.pop()
        return value === undefined ? { done: true, value } : { done: false, value }
      },
    }),
  }
}

/** An empty body counts as no body. */
export const wireBody = (content: string | Uint8Array): WireBody => {
  if (content.length === 0) return { body: null, headers: [] }
  if (content.length < worthFreeing) return { body: content, headers: [] }
  const bytes = typeof content === 'string' ? utf8Of(content) : content
  // The library accepts any iterable, although its types do not say so.
  return { body: once(bytes) as unknown as Uint8Array, headers: ['content-length', String(bytes.byteLength)] }
}
