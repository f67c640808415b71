// Tables: Markdown, CSV, TSV, aligned columns. A row stays or goes as a whole, and no row stays without the header.

import type { LineContext } from '../context/line-context.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { RunPlace, recordsOf } from '../reading/lines/records.ts'
import type { Section } from '../reading/sections/sections.ts'
import { estimateTokens } from '../units/cost.ts'
import { clampPoints, pointsOf } from '../units/points.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, passivePoints, pinnedPoints } from '../units/units.ts'
import { pointsOfLine } from '../weighing/line-points.ts'
import { linePoints, tableRules } from '../weighing/thresholds.ts'
import { addLines, visibleLines } from './line-units.ts'

const rule = /^[\s|:+=-]*-[\s|:+=-]*$/
const firstCell = /^[\s|"]*(?:[^,;|\t ]| (?! ))*/

const quotesIn = (line: string): number => {
  let quotes = 0
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) quotes += 1
  return quotes
}

/** Number of lines that open the table: the header, and the rules around it if there are any. */
const headerLength = (context: LineContext, visible: readonly number[]): number => {
  const lineAt = (at: number): string => contentOf(context, visible[at] ?? 0)
  if (rule.test(lineAt(0))) return rule.test(lineAt(2)) ? 3 : 1
  return rule.test(lineAt(1)) ? 2 : 1
}

/** Whether a cell may contain a line end, so that a line is not a row. */
const hasBrokenRows = (context: LineContext, visible: readonly number[]): boolean =>
  visible.some((line) => quotesIn(contentOf(context, line, Number.POSITIVE_INFINITY)) % 2 === 1)

/** Whether a row opens with a name: then it is about one thing and would be missed. Rows that open with a number are samples. */
const namesSomething = (row: string): boolean => /[a-su-yA-SU-Y]/.test(firstCell.exec(row)?.[0] ?? '')

/** Adds the units of a table. */
export const addTable = (context: LineContext, section: Section): void => {
  const { units, lines, text } = context
  const visible = visibleLines(context, section.first, section.end)
  const isWhole = hasBrokenRows(context, visible)
  const headers = headerLength(context, visible)
  let above = nothing
  const add = (first: number, end: number, points: number): number => {
    const start = lines[first]?.start ?? 0
    const contentEnd = lines[end - 1]?.contentEnd ?? start
    const unit = units.add({
      kind: TextKind.table,
      start,
      end: lines[end - 1]?.end ?? start,
      needs: above,
      points,
      cost: estimateTokens(text, start, contentEnd),
    })
    addLines(context, unit, first, end, section.end)
    return unit
  }
  const rows = visible.slice(headers)
  for (const line of visible.slice(0, headers))
    above = add(line, line + 1, rows.length === 0 ? pinnedPoints : passivePoints)
  const last = rows.at(-1)
  for (const row of recordsOf(context, rows, tableRules)) {
    const content = contentOf(context, row.first)
    const isTelling = context.signs.saysFailure(content) || context.signs.saysTotal(content)
    const isKept = isWhole || row.end - 1 === last || rule.test(content) || isTelling
    const points = pointsOfLine(context, TextKind.table, row.first)
    const middle = Math.min(linePoints.expendable, clampPoints(linePoints.run - pointsOf(row.run)))
    const isSample = row.place === RunPlace.middle && !namesSomething(content)
    add(
      row.first,
      row.end,
      isKept ? pinnedPoints : isSample ? middle : clampPoints(Math.max(points, linePoints.ordinary)),
    )
  }
}
