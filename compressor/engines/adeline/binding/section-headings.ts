// Ties lines to the heading of their section where both begin at the same column, and the heading to the first of them: `;; ANSWER
// SECTION:`, `Configuration error:`. `titles.ts` has the headings that lines are indented under, and titles of paragraphs.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { isFrame } from '../reading/lines/signs.ts'

/** A few words with a colon at their end, behind the sign of a remark if any. */
const heading = /^(?:[#;*=-]{1,3} {0,2})?[A-Z][\w '/()-]{0,60}: ?$/
/** Stands at the end of each of them. */
const hint = /: ?$/m
const [colon, blank] = [0x3a, 0x20]

const isHeading = (context: LineContext, line: number): boolean => {
  const last = context.text.charCodeAt((context.lines[line]?.contentEnd ?? 0) - 1)
  return (last === colon || last === blank) && heading.test(contentOf(context, line))
}

/** Ties them. Linear in the text. */
export const bindSectionHeadings = (context: LineContext): void => {
  if (!hint.test(context.text)) return
  const { units, lines } = context
  let unitsOn: ((line: number) => number[]) | undefined
  let head: readonly number[] = []
  let isFirst = false
  for (let line = 0; line < lines.length; line += 1) {
    if (isBlankLine(context, line)) head = []
    else if (isHeading(context, line)) {
      unitsOn ??= unitsOnLine(context)
      head = unitsOn(line)
      isFirst = true
    } else if (head.length > 0 && unitsOn !== undefined) {
      const own = unitsOn(line)
      if (indentOf(context, line) === 0) for (const unit of own) units.addCompanions(unit, head)
      if (isFirst && !isFrame(contentOf(context, line))) for (const unit of head) units.addCompanions(unit, own)
      isFirst = false
    }
  }
}
