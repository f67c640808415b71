// Diffs: a hunk stays or goes as a whole, and the heads of files stay.

import type { LineContext } from '../context/line-context.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import type { Section } from '../reading/sections/sections.ts'
import { estimateTokens } from '../units/cost.ts'
import { clampPoints } from '../units/points.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, pinnedPoints } from '../units/units.ts'
import { pointsOfLine } from '../weighing/line-points.ts'

const fileHead = /^(diff --git |Index: |--- [^-])/
const hunkHead = /^@@ /
const headLine =
  /^(diff --git |Index: |index |--- |\+\+\+ |old mode|new mode|new file|deleted file|similarity|rename |copy |Binary files|={10,})/

/** Adds the units of a section of diffs. */
export const addDiff = (context: LineContext, section: Section): void => {
  const { units, layout, lines, text } = context
  let above = nothing
  let line = section.first
  while (line < section.end) {
    const first = line
    const opening = contentOf(context, first)
    const isHunk = hunkHead.test(opening)
    const isHead = !isHunk && fileHead.test(opening)
    let points = isHunk ? pointsOfLine(context, TextKind.diff, first) : 0
    line += 1
    while (line < section.end) {
      const next = contentOf(context, line)
      if (hunkHead.test(next) || (isHead ? !headLine.test(next) : fileHead.test(next) && next.startsWith('d'))) break
      if (isHunk) points = Math.max(points, pointsOfLine(context, TextKind.diff, line))
      line += 1
    }
    const start = lines[first]?.start ?? 0
    const end = lines[line - 1]?.end ?? start
    const unit = units.add({
      kind: TextKind.diff,
      start,
      end,
      needs: isHead ? nothing : above,
      points: isHunk ? clampPoints(points) : pinnedPoints,
      cost: estimateTokens(text, start, end),
    })
    layout.addVerbatim(unit, start, end)
    if (isHead) above = unit
  }
}
