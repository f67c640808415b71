// A request body in the form in which the client library is given it. It holds what it was given until the answer has ended,
// which may take minutes: a large body is handed over once and let go of.

import type { Dispatcher } from 'undici'

/** Smaller ones are not worth the detour. Bytes, or characters of a text. */
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

/** An empty body is none. */
export const wireBody = (content: string | Uint8Array): WireBody => {
  if (content.length === 0) return { body: null, headers: [] }
  if (content.length < worthFreeing) return { body: content, headers: [] }
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  // The library takes any iterable; its types do not say so.
  return { body: once(bytes) as unknown as Uint8Array, headers: ['content-length', String(bytes.byteLength)] }
}
