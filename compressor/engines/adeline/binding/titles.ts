// Ties lines to what they stand under: the heading that they are indented under, the title of their paragraph.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { formOfLine, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing } from '../units/units.ts'

/** `key:` and `key: value`, or a few words without a number. */
const heading = /^\s*(?:(?:- )?["'\w][^:\n]{0,80}:(?:\s|$)|[A-Za-z#.:][A-Za-z_.#: -]{0,40}$)/
const title = /^(?:[#;=*-]{1,3} ?\S|[A-Z])/
/** Longer lines are no headings: with all their sentences each line below would be tied. */
const longestHead = 120

const firstWord = (line: string): string => /^\s*\S*/.exec(line)?.[0] ?? ''

/** Ties what stands on a line to a line above it. Code below code and frames have ties of their own. */
const tie = (context: LineContext, unitsOn: (line: number) => number[], line: number, above: number): void => {
  const { units } = context
  const head = unitsOn(above)
  const isCode = (unit: number): boolean => units.kind[unit] === TextKind.code
  for (const unit of unitsOn(line))
    if (units.kind[unit] !== TextKind.trace && !(isCode(unit) && head.every(isCode))) units.addCompanions(unit, head)
}

/** Ties each line to the nearest heading above it in its paragraph that is less indented. */
const tieIndented = (context: LineContext, unitsOn: (line: number) => number[]): void => {
  let open: { readonly line: number; readonly indent: number }[] = []
  for (let line = 0; line < context.lines.length; line += 1) {
    if (isBlankLine(context, line)) {
      open = []
      continue
    }
    const indent = indentOf(context, line)
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    const above = open.at(-1)
    if (above !== undefined) tie(context, unitsOn, line, above.line)
    const content = formOfLine(context, line)
    if (content.length <= longestHead && heading.test(content)) open.push({ line, indent })
  }
}

/** Whether a line opens a paragraph whose next lines open otherwise. */
const isTitle = (context: LineContext, line: number): boolean => {
  const content = formOfLine(context, line)
  if (content.length > longestHead || !title.test(content) || isBlankLine(context, line + 1)) return false
  return [line + 1, line + 2].every((below) => firstWord(formOfLine(context, below)) !== firstWord(content))
}

/** Ties the lines of a paragraph to its title. */
const tieTitled = (context: LineContext, unitsOn: (line: number) => number[]): void => {
  let [above, isFirst] = [nothing, true]
  for (let line = 0; line < context.lines.length; line += 1) {
    if (isBlankLine(context, line)) {
      above = nothing
      isFirst = true
    } else if (isFirst) {
      above = isTitle(context, line) ? line : nothing
      isFirst = false
    } else if (above !== nothing) tie(context, unitsOn, line, above)
  }
}

/** Ties them. Linear in the text. */
export const bindTitles = (context: LineContext): void => {
  const unitsOn = unitsOnLine(context)
  tieIndented(context, unitsOn)
  tieTitled(context, unitsOn)
}
