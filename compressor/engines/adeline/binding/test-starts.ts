// That a test of Go has begun says nothing where the text tells how it ended, unless the test itself has printed something below.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { pinnedPoints } from '../units/units.ts'
import { linePoints } from '../weighing/thresholds.ts'

const starts = /^=== (?:RUN|PAUSE|CONT|NAME) +(\S+)/
const ends = /^ *--- (?:PASS|FAIL|SKIP): (\S+)/
const hint = /^=== RUN {3}/m

/** Makes them expendable, and keeps those ends. Linear in the text. */
export const dropTestStarts = (context: LineContext): void => {
  if (!hint.test(context.text)) return
  const { units, lines } = context
  const unitsOn = unitsOnLine(context)
  const ended = new Map<string, number>()
  const contents = lines.map((_, line) => contentOf(context, line))
  contents.forEach((content, line) => {
    const name = ends.exec(content)?.[1]
    if (name !== undefined) ended.set(name, line)
  })
  contents.forEach((content, line) => {
    const end = ended.get(starts.exec(content)?.[1] ?? '')
    const below = contents[line + 1] ?? ''
    if (end === undefined || !(starts.test(below) || ends.test(below))) return
    for (const unit of unitsOn(line))
      if (units.points[unit] !== pinnedPoints) units.points[unit] = linePoints.expendable
    for (const unit of unitsOn(end)) units.pin(unit)
  })
}
