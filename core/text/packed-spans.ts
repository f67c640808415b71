// Spans end to end in one block: an eighth of the memory. For what is held longer than it is used.

import type { KeptSpans, Span } from './spans.ts'

export const packSpans = (spans: KeptSpans): Uint32Array => {
  const bounds = new Uint32Array(spans.length * 2)
  let at = 0
  for (const [start, end] of spans) {
    bounds[at] = start
    bounds[at + 1] = end
    at += 2
  }
  return bounds
}

export const unpackSpans = (bounds: Uint32Array): Span[] => {
  const spans: Span[] = []
  for (let index = 0; index < bounds.length; index += 2) spans.push([bounds[index] ?? 0, bounds[index + 1] ?? 0])
  return spans
}
