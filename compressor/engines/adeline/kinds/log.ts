// Logs, program output and stack traces: one unit per record or frame. Failures and the lines around them stay; the middle
// of a long run, repeats, and the inner frames of libraries may go.

import type { LineContext } from '../context/line-context.ts'
import { eventPlaces } from '../reading/lines/events.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { RunPlace, type RunRecord, recordsOf } from '../reading/lines/records.ts'
import { type Frame, Role, rolesOf } from '../reading/lines/roles.ts'
import { isLibraryFrame } from '../reading/lines/signs.ts'
import type { Section } from '../reading/sections/sections.ts'
import { estimateTokens } from '../units/cost.ts'
import { clampPoints, pointsOf } from '../units/points.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, pinnedPoints } from '../units/units.ts'
import { pointsOfLine } from '../weighing/line-points.ts'
import { eventRules, failureContext, frameRules, linePoints, runRules } from '../weighing/thresholds.ts'
import { addLines, visibleLines } from './line-units.ts'

const pointsOfFrame = (context: LineContext, line: number, frame: Frame): number => {
  const isEnd = frame.position < frameRules.keptNear || frame.position >= frame.depth - frameRules.keptFar
  const points = pointsOfLine(context, TextKind.trace, line)
  if (frame.depth < frameRules.fewest || isEnd) return points
  return context.repeats[line] === 1 || isLibraryFrame(contentOf(context, line)) ? linePoints.expendable : points
}

const sameContent = (context: LineContext, record: RunRecord, previous: RunRecord | undefined): boolean =>
  previous !== undefined &&
  record.place === RunPlace.alone &&
  previous.end - previous.first === 1 &&
  context.words.content[record.first] === context.words.content[previous.first] &&
  contentOf(context, record.first, Number.POSITIVE_INFINITY) ===
    contentOf(context, previous.first, Number.POSITIVE_INFINITY)

/** Points of a record whose lines have these roles. */
const pointsOfRecord = (
  context: LineContext,
  record: RunRecord,
  roles: readonly number[],
  isRepeat: boolean,
): number => {
  if (roles.includes(Role.failure)) return pinnedPoints
  let points = 0
  for (let line = record.first; line < record.end; line += 1)
    points = Math.max(points, pointsOfLine(context, TextKind.log, line))
  if (roles.includes(Role.beside)) return Math.max(points + linePoints.beside, linePoints.ordinary)
  if (isRepeat && record.place !== RunPlace.telling) return linePoints.expendable
  if (record.place === RunPlace.middle)
    return Math.min(linePoints.expendable, clampPoints(linePoints.run - pointsOf(record.run)))
  if (record.place === RunPlace.telling) points += linePoints.telling
  if (context.signs.saysWarning(contentOf(context, record.first))) points += linePoints.warning
  return clampPoints(Math.max(points, linePoints.ordinary))
}

/** Adds the units of a section of log lines. */
export const addLog = (context: LineContext, section: Section): void => {
  const visible = visibleLines(context, section.first, section.end)
  const { role, frames } = rolesOf(context, visible, failureContext)
  const events = eventPlaces(context, visible, eventRules)
  const unitOfLine = new Map<number, number>()
  const waiting: { unit: number; exception: number }[] = []
  const ends = new Set(visible.length >= linePoints.fewestForEnds ? [visible[0], visible.at(-1)] : [])
  const add = (first: number, end: number, kind: TextKind, points: number): number => {
    const isEnd = ends.has(first) || ends.has(end - 1)
    const start = context.lines[first]?.start ?? 0
    const cost = estimateTokens(context.text, start, context.lines[end - 1]?.contentEnd ?? start)
    const unit = context.units.add({
      kind,
      start,
      end: context.lines[end - 1]?.end ?? start,
      needs: nothing,
      points: isEnd ? pinnedPoints : points,
      cost,
    })
    for (let line = first; line < end; line += 1) unitOfLine.set(line, unit)
    addLines(context, unit, first, end, section.end)
    return unit
  }
  let at = 0
  while (at < visible.length) {
    if (role[at] === Role.frame || role[at] === Role.source) {
      const first = visible[at] ?? 0
      let stop = at + 1
      while (role[stop] === Role.source) stop += 1
      const frame = frames.get(first)
      const points = frame === undefined ? linePoints.ordinary : pointsOfFrame(context, first, frame)
      const unit = add(first, (visible[stop - 1] ?? first) + 1, TextKind.trace, points)
      if (frame !== undefined) waiting.push({ unit, exception: frame.exception })
      at = stop
      continue
    }
    let stop = at
    while (stop < visible.length && role[stop] !== Role.frame && role[stop] !== Role.source) stop += 1
    let previous: RunRecord | undefined
    let next = at
    for (const found of recordsOf(context, visible.slice(at, stop), runRules)) {
      const event = found.place === RunPlace.alone ? events.get(found.first) : undefined
      const record = event === undefined ? found : { ...found, ...event }
      const roles: number[] = []
      for (; next < stop && (visible[next] ?? 0) < record.end; next += 1) roles.push(role[next] ?? Role.plain)
      const isRepeat = sameContent(context, record, previous) || context.repeats[record.first] === 1
      add(record.first, record.end, TextKind.log, pointsOfRecord(context, record, roles, isRepeat))
      previous = record
    }
    at = stop
  }
  for (const { unit, exception } of waiting) context.units.needs[unit] = unitOfLine.get(exception) ?? nothing
}
