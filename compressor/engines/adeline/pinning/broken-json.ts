// Keeps lines of JSON that nobody could read as JSON, in the middle of other text: as lines of a log they would lose their
// records.

import type { LineContext } from '../context/line-context.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { TextKind } from '../units/text-kind.ts'
import { pinnedPoints } from '../units/units.ts'

const member = /^\s*"(?:[^"\\]|\\.){0,120}"\s*:/
const rest = /^\s*(?:[\]}]+,?|[[{]|"(?:[^"\\]|\\.){0,300}",?|-?[\d.eE+-]{1,30},?|(?:true|false|null),?)?\s*$/

/** Fewer members in a row are settings or quotations. */
const fewestMembers = 3

/** Pins the units of each stretch of such lines. */
export const keepBrokenJson = (context: LineContext): void => {
  const { units, lines } = context
  // The blanks of one line alone: a text may be nothing but line ends.
  if (!/^[^\S\n\r\u2028\u2029]*"[^"\n]{0,120}"\s*:/m.test(context.text)) return
  let unit = 0
  for (let first = 0; first < lines.length; ) {
    let [end, members] = [first, 0]
    for (; end < lines.length; end += 1) {
      const content = contentOf(context, end)
      if (member.test(content)) members += 1
      else if (!rest.test(content)) break
    }
    const from = lines[first]?.start ?? 0
    const until = lines[Math.max(first, end - 1)]?.end ?? 0
    if (members >= fewestMembers) {
      while (unit < units.length && (units.start[unit] ?? 0) < from) unit += 1
      for (; unit < units.length && (units.start[unit] ?? 0) < until; unit += 1)
        if (units.kind[unit] !== TextKind.json) units.points[unit] = pinnedPoints
    }
    first = Math.max(end, first + 1)
  }
}
