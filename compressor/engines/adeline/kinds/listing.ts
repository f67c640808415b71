// Listings: directories, search hits, environments. Readers take a missing line for a missing thing, so by default only
// blanks go, and lines that repeat the one before.

import type { LineContext } from '../context/line-context.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import type { Section } from '../reading/sections/sections.ts'
import { estimateTokens } from '../units/cost.ts'
import { clampPoints } from '../units/points.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, pinnedPoints } from '../units/units.ts'
import { pointsOfLine } from '../weighing/line-points.ts'
import { linePoints } from '../weighing/thresholds.ts'
import { addLines, visibleLines } from './line-units.ts'

/** Adds the units of a listing. */
export const addListing = (context: LineContext, section: Section): void => {
  const visible = visibleLines(context, section.first, section.end)
  visible.forEach((line, at) => {
    const { start, end, contentEnd } = context.lines[line] ?? { start: 0, end: 0, contentEnd: 0 }
    const before = visible[at - 1]
    const isRepeat =
      before === line - 1 &&
      contentOf(context, line, Number.POSITIVE_INFINITY) === contentOf(context, before, Number.POSITIVE_INFINITY)
    const isEnd = at === 0 || at === visible.length - 1
    const points = clampPoints(Math.max(linePoints.ordinary, pointsOfLine(context, TextKind.listing, line)))
    const unit = context.units.add({
      kind: TextKind.listing,
      start,
      end,
      needs: nothing,
      points: isRepeat
        ? linePoints.expendable
        : isEnd && visible.length >= linePoints.fewestForEnds
          ? pinnedPoints
          : points,
      cost: estimateTokens(context.text, start, contentEnd),
    })
    addLines(context, unit, line, line + 1, section.end)
  })
}
