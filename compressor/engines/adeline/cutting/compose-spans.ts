// Spans over what other spans left, as spans over the text itself.

import type { KeptSpans } from '../../../../core/text/spans.ts'
import { SpanList } from './span-list.ts'

/** `inner` counts in the text that `outer` leaves; the result counts in the text that `outer` counts in. */
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
