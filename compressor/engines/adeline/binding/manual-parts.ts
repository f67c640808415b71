// Keeps of a manual how the command is called, and the heading of its options; an example keeps the remark that says what it does, and the
// remark its example. `option-names.ts` has the options.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { TextKind } from '../units/text-kind.ts'
import { isOption } from './option-names.ts'

/** What measures something has a usage, too. */
const usage = /^[ \t]*(?:(?:[Uu]sage|USAGE)(?::?[ \t]*$|:[ \t]+(?!\d)\S| of \S+:)|SYNOPSIS\b)/
const anyUsage = new RegExp(usage, 'm')
const heading = /:\s*$|^[A-Z][A-Z ]+$/
const remark = /^\s*# \S/
/** Lines of a usage, and of the sentence that introduces the options. */
const [mostUsage, mostHeading] = [6, 3]

/** Pins and ties them. Linear in the text. */
export const bindManualParts = (context: LineContext): void => {
  if (!anyUsage.test(context.text)) return
  const { units, lines } = context
  const unitsOn = unitsOnLine(context)
  const pin = (line: number): void => {
    for (const unit of unitsOn(line)) if (units.kind[unit] !== TextKind.diff) units.pin(unit)
  }
  for (let line = 0; line < lines.length; line += 1) {
    const content = contentOf(context, line)
    if (usage.test(content)) {
      let at = line + 1
      // A heading alone: what it is about stands below it.
      if (isBlankLine(context, at) && /^\W*\w+\W*$/.test(content)) at += 1
      const behind = Math.min(lines.length, line + mostUsage)
      pin(line)
      for (; at < behind && !isBlankLine(context, at); at += 1) pin(at)
    } else if (isOption(content)) {
      let above = line - 1
      if (above > 0 && isBlankLine(context, above)) above -= 1
      if (above < 0 || !heading.test(contentOf(context, above)) || isOption(contentOf(context, above))) continue
      const top = Math.max(0, above - mostHeading)
      for (; above >= top && !isBlankLine(context, above); above -= 1) pin(above)
    } else if (remark.test(content)) {
      const isAbove = !isBlankLine(context, line + 1) && indentOf(context, line + 1) >= indentOf(context, line)
      if (!isAbove || line + 1 >= lines.length || remark.test(contentOf(context, line + 1))) continue
      const [said, shown] = [line, line + 1].map((at) =>
        unitsOn(at).filter((unit) => units.kind[unit] !== TextKind.code),
      )
      if (said === undefined || shown === undefined) continue
      for (const unit of said) units.addCompanions(unit, shown)
      for (const unit of shown) units.addCompanions(unit, said)
    }
  }
}
