// Ties the findings of a linter, the hits of a search and the beginnings of files to the name of the file above them, and the name to one
// of them: below another name they would be another file's, and a name alone reads as a file of which there is nothing to say.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { formOfLine, isBlankLine } from '../reading/lines/line-reading.ts'
import { nothing, pinnedPoints } from '../units/units.ts'

/** `==> path <==`, as `head` and `tail` print it: all up to the next one is below it. */
const marked = /^==> \S.{0,300} <==\s*$/
/** A path, or a name with an ending, and nothing else but a colon. */
const path = /^(?![\d.]+:?\s*$)(?:[\w@.+~-]{0,100}\/[\w@.+~/-]{1,300}|[\w@+~-][\w@.+~-]{0,100}\.[A-Za-z]\w{0,9}):?\s*$/
/** One of these stands in each of those lines; most texts have none. */
const hint = /^(?:==> \S|[\w@.+~/-]{2,400}:?[ \t]*\r?\n(?:[ \t]|\d+[:-]))/m
/** What is said of a file is indented, or stands behind the number of its line. */
const said = /^(?:\s+\S|\d+[:-])/

interface Group {
  readonly heading: readonly number[]
  readonly below: number[]
}

const groupsOf = (context: LineContext): readonly Group[] => {
  const unitsOn = unitsOnLine(context)
  const groups: Group[] = []
  let [isOpen, isMarked, tied] = [false, false, nothing]
  const unitsBehind = (line: number): number[] => {
    const own = unitsOn(line).filter((unit) => unit > tied)
    tied = own.at(-1) ?? tied
    return own
  }
  for (let line = 0; line < context.lines.length; line += 1) {
    if (isBlankLine(context, line)) {
      isOpen &&= isMarked
      continue
    }
    const content = formOfLine(context, line)
    const opensMarked = marked.test(content)
    if (opensMarked || (path.test(content) && said.test(formOfLine(context, line + 1)))) {
      groups.push({ heading: unitsBehind(line), below: [] })
      isOpen = true
      isMarked = opensMarked
    } else {
      isOpen &&= isMarked || said.test(content)
      if (isOpen) groups.at(-1)?.below.push(...unitsBehind(line))
    }
  }
  return groups
}

/** Ties them. Linear in the text. */
export const bindFileHeadings = (context: LineContext): void => {
  if (!hint.test(context.form)) return
  const { units } = context
  for (const { heading, below } of groupsOf(context)) {
    for (const unit of below) units.addCompanions(unit, heading)
    const stays = below.find((unit) => units.points[unit] === pinnedPoints) ?? below[0]
    if (stays !== undefined) for (const unit of heading) units.addCompanions(unit, [stays])
  }
}
