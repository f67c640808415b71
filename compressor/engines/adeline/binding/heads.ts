// Ties lines to the head that they mean something else without: the header of their own table, the line of their commit, the heading
// that they are indented under.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, passivePoints, pinnedPoints } from '../units/units.ts'

const commit = /^commit [0-9a-f]{7,40}\b/
const shortCommit = /^[0-9a-f]{7,40} \S/
const changedFile = /^(?: \S.{0,300} \| +(?:\d|Bin )|(?:\d+|-)\t(?:\d+|-)\t|[MADR]\d*\t)/
const heading = /^[A-Z][\w '-]{0,60}:\s*$/
const cells = /[^\s|,;]+(?: [^\s|,;]+)*/g
const shoutedCell = /^[A-Z%][A-Z0-9%+()/_-]*$/
const namingCell = /^[A-Za-z%]\D*$/
/** A row with fewer cells that has no number may be one of words. */
const fewestNaming = 3

const cellsOf = (line: string): string[] => line.match(cells) ?? []

/** Whether a row looks like the header of another table than the one above it: by its capitals, or without a number among numbers. */
const opensTable = (row: string, above: string, below: string): boolean => {
  const own = cellsOf(row)
  if (own.length < 2) return false
  if (own.flatMap((cell) => cell.split(' ')).every((word) => shoutedCell.test(word))) return true
  const isNaming = own.length >= fewestNaming && own.every((cell) => namingCell.test(cell)) && /^\s*[A-Z%]/.test(row)
  return isNaming && (above.trim() === '' || /\d/.test(above)) && /\d/.test(below)
}

/** Gives each table that is not the first of its section its own header. */
const tieTables = (context: LineContext): void => {
  const { units, lines } = context
  let line = 0
  let [header, isFirst] = [nothing, true]
  /** A header that the router takes for something else, above the section. */
  let outside: readonly number[] = []
  let unitsOn: ((line: number) => number[]) | undefined
  for (let unit = 0; unit < units.length; unit += 1) {
    if (units.kind[unit] !== TextKind.table) {
      header = nothing
      isFirst = true
      continue
    }
    while (line + 1 < lines.length && (lines[line + 1]?.start ?? 0) <= (units.start[unit] ?? 0)) line += 1
    if (isFirst) {
      const opens =
        line > 0 && opensTable(contentOf(context, line - 1), contentOf(context, line - 2), contentOf(context, line))
      if (opens) unitsOn ??= unitsOnLine(context)
      outside = opens && unitsOn !== undefined ? unitsOn(line - 1) : []
    }
    const points = units.points[unit]
    const opens = (): boolean =>
      opensTable(contentOf(context, line), contentOf(context, line - 1), contentOf(context, line + 1))
    if (!isFirst && points !== passivePoints && opens()) {
      header = unit
      outside = []
      units.needs[unit] = nothing
      if (points !== pinnedPoints && units.kind[unit + 1] === TextKind.table) units.points[unit] = passivePoints
    } else if (header !== nothing) units.needs[unit] = header
    if (outside.length > 0) units.addCompanions(unit, outside)
    isFirst = false
  }
}

/** What the lines from one head to the next are tied to. */
interface Head {
  readonly line: number
  /** Whether a line that is not indented, or a blank one, ends what stands under it. */
  readonly isHeading: boolean
}

const headAt = (context: LineContext, line: number): Head | undefined => {
  const content = contentOf(context, line)
  if (commit.test(content)) return { line, isHeading: false }
  let below = line + 1
  while (below < context.lines.length && below < line + 3 && isBlankLine(context, below)) below += 1
  if (shortCommit.test(content) && changedFile.test(contentOf(context, below))) return { line, isHeading: false }
  const isOver = below === line + 1 && indentOf(context, below) > 0 && !isBlankLine(context, below)
  return heading.test(content) && isOver ? { line, isHeading: true } : undefined
}

const tieLines = (context: LineContext): void => {
  const { units, lines, text } = context
  if (!/^(?:commit )?[0-9a-f]{7,40}\b|:[ \t]*$/m.test(text)) return
  const unitsOn = unitsOnLine(context)
  let [commitLine, subject, under] = [nothing, nothing, nothing]
  for (let line = 0; line < lines.length; line += 1) {
    const head = headAt(context, line)
    if (head !== undefined) {
      if (head.isHeading) under = line
      else [commitLine, subject, under] = [line, nothing, nothing]
      if (!head.isHeading) continue
    } else if (isBlankLine(context, line)) {
      under = nothing
      continue
    } else if (indentOf(context, line) === 0) under = nothing
    const isSubject =
      commitLine !== nothing &&
      subject === nothing &&
      indentOf(context, line) >= 4 &&
      commit.test(contentOf(context, commitLine))
    if (isSubject) {
      subject = line
      // Whose commit it is and when says nothing without what it is.
      for (let above = commitLine; above < line; above += 1)
        for (const unit of unitsOn(above)) units.addCompanions(unit, unitsOn(line))
    }
    for (const above of new Set([commitLine, subject, under])) {
      if (above === nothing || above === line) continue
      for (const unit of unitsOn(line))
        if (units.kind[unit] !== TextKind.code) units.addCompanions(unit, unitsOn(above))
    }
  }
}

/** Ties them. Linear in the text. */
export const bindHeads = (context: LineContext): void => {
  tieTables(context)
  tieLines(context)
}
