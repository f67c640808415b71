// Keeps values that Python, JavaScript and others print: objects, lists of objects and of texts, on one line or on many. Nobody reads
// them as JSON, and lines that go from the middle of one leave records without a member that the others have.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, isBlankLine } from '../reading/lines/line-reading.ts'

/** A bracket, or the name of a type before one. */
const opening = /[ \t]*(?:[A-Za-z_][\w.]{0,80}(?: ?\{|[([])|[[{(])/y
/**
 * A text in quotes, a bracket, what parts members, or what no printed value has. An escape outside a text is read as one, or each quote of
 * a row of escaped ones would be looked after to the end of the line: quadratic.
 */
const signs = /'[^'\\\n]*(?:\\.[^'\\\n]*)*'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|\\.|[[\]{}()]|[:=,;]/g
/** A line of source: there a bracket opens arguments. */
const source =
  /^[ \t]*(?:(?:def|class|import|from|return|const|let|var|function|export|public|private|static|package|fn|func)\s|#include|@\w|[\w.]{1,80} [-+*/|]?= )/m

/** Fewer members say little. */
const fewestMembers = 3

interface Printed {
  /** Behind its last line. */
  readonly end: number
  readonly isValue: boolean
}

/** Reads from the line on to where all brackets are closed, or to a blank line: a value may be cut off there. */
const readFrom = (context: LineContext, first: number): Printed => {
  let [depth, members, texts] = [0, 0, 0]
  let line = first
  for (; line < context.lines.length && !isBlankLine(context, line); line += 1) {
    const content = contentOf(context, line, Number.POSITIVE_INFINITY)
    for (const { 0: sign, index } of content.matchAll(signs)) {
      if (sign === ';') return { end: line + 1, isValue: false }
      if ('[{('.includes(sign)) depth += 1
      else if (']})'.includes(sign)) depth -= 1
      else if (sign === ',' || sign === ':' || sign === '=') members += 1
      else if (!sign.startsWith('\\')) texts += 1
      if (depth > 0) continue
      const isLast = /^[\])}],?\s*$/.test(content.slice(index))
      return { end: line + 1, isValue: isLast && members >= fewestMembers && texts > 0 }
    }
  }
  return { end: line, isValue: members >= fewestMembers && texts > 0 }
}

/** Pins the units of such values. Linear in the text. */
export const pinPrintedValues = (context: LineContext): void => {
  const { units, lines, text } = context
  let unitsOn: ((line: number) => number[]) | undefined
  let isRead = false
  for (let line = 0; line < lines.length; ) {
    opening.lastIndex = lines[line]?.start ?? 0
    if (!opening.test(text)) {
      line += 1
      continue
    }
    if (!isRead && source.test(text)) return
    isRead = true
    const { end, isValue } = readFrom(context, line)
    for (; line < end; line += 1) {
      if (!isValue) continue
      unitsOn ??= unitsOnLine(context)
      for (const unit of unitsOn(line)) units.pin(unit)
    }
  }
}
