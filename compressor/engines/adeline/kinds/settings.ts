// Settings in YAML or INI: a line keeps the lines that it stands under. Empty values may go; the rest is ranked.

import type { LineContext } from '../context/line-context.ts'
import { keyClassOf } from '../reading/json/keys.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { isRemark } from '../reading/lines/signs.ts'
import { opensText, type Section } from '../reading/sections/sections.ts'
import { estimateTokens } from '../units/cost.ts'
import { clampPoints } from '../units/points.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, pinnedPoints } from '../units/units.ts'
import { pointsOfLine } from '../weighing/line-points.ts'
import { jsonPoints, linePoints } from '../weighing/thresholds.ts'
import { addLines, visibleLines } from './line-units.ts'

const setting = /^\s*(?:- )?["']?([\w./-]+)["']?\s*[:=]\s*(.*)$/
const sectionHead = /^\s*\[.*\]\s*$/
const empty = /^(null|~|""|''|\{\}|\[\])?$/
const dashes = /^\s*(-\s+)*/

/** Adds the units of a section of settings. */
export const addSettings = (context: LineContext, section: Section): void => {
  const { units, lines, text } = context
  const visible = visibleLines(context, section.first, section.end)
  const indents = visible.map((line) => contentOf(context, line).search(/\S/))
  const open: { indent: number; unit: number }[] = []
  for (let at = 0; at < visible.length; ) {
    const first = visible[at] ?? 0
    const content = contentOf(context, first)
    const indent = indents[at] ?? 0
    let stop = at + 1
    // The lines of a block of text belong to the key that opens it.
    if (opensText.test(content)) while (stop < visible.length && (indents[stop] ?? 0) > indent) stop += 1
    const end = (visible[stop - 1] ?? first) + 1
    const { start, contentEnd } = { start: lines[first]?.start ?? 0, contentEnd: lines[end - 1]?.contentEnd ?? 0 }
    const isHead = sectionHead.test(content)
    while (open.length > 0 && (isHead || (open.at(-1)?.indent ?? 0) >= indent)) open.pop()
    const [, key = '', value = ''] = setting.exec(content) ?? []
    const hasChildren = stop < visible.length && (indents[stop] ?? 0) > indent
    const isEmpty =
      stop === at + 1 && !hasChildren && key !== '' && empty.test(value.trim()) && !content.trimStart().startsWith('-')
    const points = pointsOfLine(context, TextKind.settings, first) + (jsonPoints.key[keyClassOf(key)] ?? 0)
    const unit = units.add({
      kind: TextKind.settings,
      start,
      end: lines[end - 1]?.end ?? contentEnd,
      needs: open.at(-1)?.unit ?? nothing,
      points: isHead
        ? pinnedPoints
        : isEmpty && value.trim() !== ''
          ? linePoints.expendable
          : clampPoints(Math.max(points + (isRemark(content) ? linePoints.remark : 0), linePoints.ordinary)),
      cost: estimateTokens(text, start, contentEnd),
    })
    addLines(context, unit, first, end, section.end)
    const above = open.at(-1)?.unit
    // If all lines under a key went, its value would read as empty.
    if (above !== undefined && units.also[above] === nothing) units.also[above] = unit
    const dashed = dashes.exec(content)?.[0].length ?? indent
    open.push({ indent: isHead ? -1 : Math.max(indent, dashed - 1), unit })
    at = stop
  }
}
