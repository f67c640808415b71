// Keeps what a plan says: of Terraform what it will change, of a database how it will run a query. A step without its filter, or a bucket
// without its name, is another one.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { pinnedPoints } from '../units/units.ts'
import { linePoints } from '../weighing/thresholds.ts'
import { linePins, linesAt, offsetsOf } from './hinted-lines.ts'

const sign = String.raw`(?:[+~-]|-/\+|\+/-|<=)`
/** What opens the change of a resource. Other texts have remarks of what will be, and lines with such signs, too. */
const opening = new RegExp(`^( *${sign} {1,2})(?:resource|data|ephemeral) "`)
const outputs = /^Changes to Outputs:$/
const hint = new RegExp(`${opening.source}|${outputs.source}`, 'm')
/** What is said of a change: members, and what closes their parts. */
const change = new RegExp(String.raw`^ *(?:${sign} {1,2}\S|\}|\]|\))`)
const remark = /^ *# \S/
/** Remarks above: which resource it is, and why. */
const mostRemarks = 4
const unknown = /= \(known after apply\)$/

/** A step of a plan with its costs, as PostgreSQL and MySQL tell it; what stands above the tree that SQLite prints. */
const step = /\((?:cost=[\d.e+]+ rows=|actual (?:time=[\d.]+ )?rows=)\d|^QUERY PLAN$/m
const stepHint = new RegExp(step, 'gm')
/** The name of a plan, and the rules around it. */
const head = /^[-+|=\s]*(?:QUERY PLAN|EXPLAIN)?[-+|=\s]*$/
/** What is said of a step, or of the plan as a whole. */
const detail = /^[\s|`(+-]|^[A-Z][\w ()-]*:/
/** How far a plan goes on, and how many lines its name takes. */
const [mostLines, mostHeads] = [200, 3]

/** What is not known before it is done says nothing. */
const keepChanges = (context: LineContext): void => {
  if (!hint.test(context.text)) return
  const { units, lines } = context
  const unitsOn = unitsOnLine(context)
  const pin = (line: number): void => {
    for (const unit of unitsOn(line)) units.pin(unit)
  }
  /** The column in which the change that is open is closed; that of outputs goes on to a blank line. */
  let margin: number | undefined
  let areOutputs = false
  for (let line = 0; line < lines.length; line += 1) {
    const content = contentOf(context, line).trimEnd()
    const opened = opening.exec(content)?.[1]
    if (opened !== undefined) {
      margin = opened.length
      for (let above = line - 1; above >= Math.max(0, line - mostRemarks); above -= 1) {
        if (!remark.test(contentOf(context, above))) break
        pin(above)
      }
    }
    if (outputs.test(content)) areOutputs = true
    else if (content === '') areOutputs = false
    if ((margin === undefined && !areOutputs) || !change.test(content)) continue
    const saysNothing = unknown.test(content) && !content.includes('->')
    if (!saysNothing) pin(line)
    else
      for (const unit of unitsOn(line))
        if (units.points[unit] !== pinnedPoints) units.points[unit] = linePoints.expendable
    if (content.trimStart() === '}' && content.length - 1 === margin) margin = undefined
  }
}

const pinSteps = (context: LineContext): void => {
  const { lines, signs } = context
  const pin = linePins(context)
  const isOver = (line: number): boolean =>
    line < 0 || line >= lines.length || isBlankLine(context, line) || signs.isStamped(contentOf(context, line))
  const goesOn = (line: number): boolean => {
    if (isOver(line)) return false
    const content = contentOf(context, line)
    return detail.test(content) || step.test(content)
  }
  let behind = 0
  for (const line of linesAt(context, offsetsOf(context.text, stepHint))) {
    if (line < behind || isOver(line) || !step.test(contentOf(context, line))) continue
    for (let above = line - 1; above >= Math.max(behind, line - mostHeads) && !isOver(above); above -= 1) {
      if (!head.test(contentOf(context, above))) break
      pin(above)
    }
    pin(line)
    for (behind = line + 1; behind < line + mostLines && goesOn(behind); behind += 1) pin(behind)
  }
}

/** Pins those lines. Linear in the text. */
export const pinPlans = (context: LineContext): void => {
  keepChanges(context)
  pinSteps(context)
}
