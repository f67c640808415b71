// Pages of HTML: comments and whole elements that nobody reads (scripts, styles, drawings) may go; everything else stays.

import { lowerCase } from '../../../text/characters.ts'
import type { LineContext } from '../context/line-context.ts'
import { estimateTokens } from '../units/cost.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, pinnedPoints } from '../units/units.ts'
import { linePoints } from '../weighing/thresholds.ts'

const opening = /<(?:!--|(script|style|svg|noscript|template)\b)/gi
/** A script element that carries data for readers of the page. */
const data = /^<script[^>]{0,300}(ld\+json|application\/json|text\/template)/i

/** Adds the units of a page. A closing tag that is missing once is not searched for again, so that the search is linear. */
export const addPage = (context: LineContext): void => {
  const { text, units, layout } = context
  const lower = lowerCase(text)
  const add = (start: number, end: number, points: number): void => {
    if (end <= start) return
    const cost = estimateTokens(text, start, end)
    const unit = units.add({ kind: TextKind.page, start, end, needs: nothing, points, cost })
    layout.addVerbatim(unit, start, end)
  }
  const unclosed = new Set<string>()
  let printed = 0
  for (const match of text.matchAll(opening)) {
    const start = match.index
    if (start < printed) continue
    const closing = match[1] === undefined ? '-->' : `</${match[1].toLowerCase()}>`
    if (unclosed.has(closing)) continue
    const found = lower.indexOf(closing, start)
    if (found < 0) {
      unclosed.add(closing)
      continue
    }
    if (data.test(text.slice(start, start + 400))) continue
    add(printed, start, pinnedPoints)
    printed = found + closing.length
    add(start, printed, linePoints.expendable)
  }
  add(printed, text.length, pinnedPoints)
}
