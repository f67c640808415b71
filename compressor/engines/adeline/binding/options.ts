// Options of a command, as manuals and `--help` print them: what is said of one stays or goes with it as a whole. Half of a sentence says
// something else, and below another option it would be said of that one.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, type indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { TextKind } from '../units/text-kind.ts'
import { pinnedPoints } from '../units/units.ts'
import { evenWorth } from '../weighing/even-worth.ts'

const option = /^[ \t]*--?[A-Za-z][\w-]*(?=$|[\s,=[|])/
const anyOption = new RegExp(option, 'm')

/** Ties each option and the lines below it that `marginOf` says are more indented. Linear in the text. */
export const bindOptions = (context: LineContext, marginOf: typeof indentOf): void => {
  if (!anyOption.test(context.text)) return
  const { units, lines } = context
  const unitsOn = unitsOnLine(context)
  for (let line = 0; line < lines.length; ) {
    const first = line
    line += 1
    if (!option.test(contentOf(context, first))) continue
    const margin = marginOf(context, first)
    while (line < lines.length && !isBlankLine(context, line) && marginOf(context, line) > margin) line += 1
    const item = new Set<number>()
    for (let at = first; at < line; at += 1)
      for (const unit of unitsOn(at)) if (units.kind[unit] !== TextKind.diff) item.add(unit)
    const ring = [...item]
    if (ring.length < 2) continue
    if (ring.every((unit) => units.points[unit] !== pinnedPoints)) evenWorth(units, ring)
    ring.forEach((unit, at) => {
      units.addCompanions(unit, [ring[(at + 1) % ring.length] ?? unit])
    })
  }
}
