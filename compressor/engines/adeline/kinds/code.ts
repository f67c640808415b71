// Code is kept whole. Beyond the default budget, for measuring, lines are ranked, and a kept line keeps the lines around it:
// signatures, branches, and the brackets that close them. All fences stay, so that they stay in pairs.

import type { LineContext } from '../context/line-context.ts'
import { contentOf, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { isDefinition, isRemark, reportsFailure } from '../reading/lines/signs.ts'
import type { Section } from '../reading/sections/sections.ts'
import { estimateTokens } from '../units/cost.ts'
import { clampPoints } from '../units/points.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, pinnedPoints } from '../units/units.ts'
import { pointsOfLine } from '../weighing/line-points.ts'
import { linePoints } from '../weighing/thresholds.ts'

const fence = /^ {0,3}(`{3}|~{3})/
const closing = /^\s*(\}|\)|\]|end\b|<\/)/

/** Adds the units of a section of code: one for each line and the blank lines after it. */
export const addCode = (context: LineContext, section: Section): void => {
  const { units, layout, lines, text } = context
  /** Lines that may enclose the next one, outermost first. */
  const open: { indent: number; unit: number }[] = []
  let line = section.first
  while (line < section.end) {
    const first = line
    line += 1
    while (line < section.end && isBlankLine(context, line)) line += 1
    const { start, contentEnd } = lines[first] ?? { start: 0, contentEnd: 0 }
    const end = lines[line - 1]?.end ?? contentEnd
    const content = contentOf(context, first)
    const indent = indentOf(context, first)
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) > indent) open.pop()
    const level = open.at(-1)
    const closes = level !== undefined && level.indent === indent && closing.test(content)
    const around = level?.indent === indent ? open.at(-2) : level
    let points = pointsOfLine(context, TextKind.code, first)
    if (isRemark(content)) points += linePoints.remark
    if (isDefinition(content)) points += linePoints.definition
    if (context.repeats[first] === 1) points += linePoints.repeatedCode
    const unit = units.add({
      kind: TextKind.code,
      start,
      end,
      needs: closes ? level.unit : (around?.unit ?? nothing),
      points:
        fence.test(content) || reportsFailure(content)
          ? pinnedPoints
          : clampPoints(Math.max(points, linePoints.ordinary)),
      cost: estimateTokens(text, start, contentEnd),
    })
    layout.addVerbatim(unit, start, end)
    if (closes) units.also[level.unit] = unit
    else if (level?.indent === indent) open[open.length - 1] = { indent, unit }
    else open.push({ indent, unit })
  }
}
