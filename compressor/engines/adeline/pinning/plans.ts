// Keeps what a plan says: of Terraform what it will change, of a database how it will run a query. A step without its filter, or a bucket
// without its name, is another one.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { pinnedPoints } from '../units/units.ts'
import { linePoints } from '../weighing/thresholds.ts'
import { linePins, linesAt, offsetsOf } from './hinted-lines.ts'

const plan = /^ *# \S+ (?:will be|must be) \w+/m
const sign = String.raw`(?:[+~-]|-/\+|\+/-|<=)`
/** What is said of a change, the lines that open and close its parts, and its members. */
const change = new RegExp(String.raw`^ *(?:# \S+ (?:will|must|has|is) \S|${sign} {1,2}\S|\}|\]|\))`)
const unknown = /= \(known after apply\)$/

/** A step of a plan with its costs, as PostgreSQL and MySQL tell it; a line of the tree that SQLite prints. */
const step = /\((?:cost=\d|actual (?:time|rows)=\d)|^QUERY PLAN$/m
const stepHint = /\((?:cost=\d|actual (?:time|rows)=\d)|^QUERY PLAN$/gm
/** How far a plan goes on. */
const mostLines = 200

/** What is not known before it is done says nothing. */
const keepChanges = (context: LineContext): void => {
  if (!plan.test(context.text)) return
  const { units, lines } = context
  const unitsOn = unitsOnLine(context)
  let isBegun = false
  for (let line = 0; line < lines.length; line += 1) {
    const content = contentOf(context, line).trimEnd()
    isBegun ||= plan.test(content)
    if (!isBegun || !change.test(content)) continue
    const saysNothing = unknown.test(content) && !content.includes('->')
    for (const unit of unitsOn(line))
      if (!saysNothing) units.pin(unit)
      else if (units.points[unit] !== pinnedPoints) units.points[unit] = linePoints.expendable
  }
}

const pinSteps = (context: LineContext): void => {
  const { lines, signs } = context
  const pin = linePins(context)
  const isOver = (line: number): boolean =>
    line < 0 || line >= lines.length || isBlankLine(context, line) || signs.isStamped(contentOf(context, line))
  let behind = 0
  for (const line of linesAt(context, offsetsOf(context.text, stepHint))) {
    if (line < behind || isOver(line) || !step.test(contentOf(context, line))) continue
    let first = line
    while (first > behind && line - first < mostLines && !isOver(first - 1)) first -= 1
    for (behind = first; behind < line + mostLines && !isOver(behind); behind += 1) pin(behind)
  }
}

/** Pins those lines. Linear in the text. */
export const pinPlans = (context: LineContext): void => {
  keepChanges(context)
  pinSteps(context)
}
