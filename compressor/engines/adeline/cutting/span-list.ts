// Collects kept spans in order and joins those that touch.

import type { KeptSpans, Span } from '../../../../core/text/spans.ts'

/** Spans of one text, added from left to right. */
export class SpanList {
  private readonly spans: [number, number][] = []

  /** Appends `[start, end)`; an empty range adds nothing. */
  add(start: number, end: number): void {
    if (end <= start) return
    const last = this.spans.at(-1)
    if (last !== undefined && last[1] === start) last[1] = end
    else this.spans.push([start, end])
  }

  toSpans(): KeptSpans {
    const spans: readonly Span[] = this.spans
    return spans
  }
}
