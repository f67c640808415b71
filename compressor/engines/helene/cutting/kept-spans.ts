// Tells what is left of a text as spans. Knows the ranks of parts, not the reasons for them.

import type { KeptSpans } from '../../../../core/text/spans.ts'
import type { Prose } from '../reading/prose.ts'

/** What is left of the whole text without everything up to a rank, as spans; spans that touch are joined. */
export const keptSpans = ({ source, parts }: Prose, removedUpTo: number): KeptSpans => {
  const { start, from, end, removalRank, spaceRank } = parts
  const spans: [number, number][] = []
  let last: [number, number] = [-1, -1]
  const keep = (first: number, until: number): void => {
    if (first >= until) return
    if (last[1] === first) last[1] = until
    else {
      last = [first, until]
      spans.push(last)
    }
  }
  let reached = 0
  for (let at = 0; at < parts.count; at++) {
    const first = start[at] ?? 0
    const visible = from[at] ?? 0
    keep(reached, first)
    reached = end[at] ?? 0
    if ((spaceRank[at] ?? 0) > removedUpTo) keep(first, visible)
    if ((removalRank[at] ?? 0) > removedUpTo) keep(visible, reached)
  }
  keep(reached, source.text.length)
  return spans
}
