// Turns spans of what other spans leave into spans of the text itself.

import type { KeptSpans } from '../../../../core/text/spans.ts'
import { SpanList } from './span-list.ts'

/** The offsets of `inner` count in what `outer` leaves; those of the result count in the text of `outer`. */
export const composeSpans = (outer: KeptSpans, inner: KeptSpans): KeptSpans => {
  const list = new SpanList()
  let [passed, next] = [0, 0]
  for (const [start, end] of outer) {
    const length = end - start
    while (next < inner.length) {
      const [from, to] = inner[next] ?? [0, 0]
      if (from >= passed + length) break
      list.add(start + Math.max(0, from - passed), start + Math.min(length, to - passed))
      if (to > passed + length) break
      next += 1
    }
    passed += length
  }
  return list.toSpans()
}
