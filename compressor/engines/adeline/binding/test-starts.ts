// That a test of Go has begun says nothing where the text tells how it ended, unless the test itself has printed something below.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { pinnedPoints } from '../units/units.ts'
import { linePoints } from '../weighing/thresholds.ts'

const starts = /^=== (RUN|PAUSE|CONT|NAME) +(\S+)/
const ends = /^ *--- (?:PASS|FAIL|SKIP): (\S+)/
const hint = /^=== RUN {3}/m

/** Makes them expendable, and keeps those ends, but for one directly below its start: what passes may go as a whole. Linear in the text. */
export const dropTestStarts = (context: LineContext): void => {
  if (!hint.test(context.text)) return
  const { units, lines } = context
  const unitsOn = unitsOnLine(context)
  /** The next end of each test below the line, if that of no later run: packages share names, and one test may run ten times. */
  const ended = new Map<string, number>()
  let below = ''
  for (let line = lines.length - 1; line >= 0; line -= 1) {
    const content = contentOf(context, line)
    const name = ends.exec(content)?.[1]
    if (name !== undefined) ended.set(name, line)
    const [, what, started = ''] = starts.exec(content) ?? []
    const end = ended.get(started)
    if (what === 'RUN') ended.delete(started)
    const saidNothing = starts.test(below) || ends.test(below)
    below = content
    if (end === undefined || !saidNothing) continue
    for (const unit of unitsOn(line))
      if (units.points[unit] !== pinnedPoints) units.points[unit] = linePoints.expendable
    if (end > line + 1) for (const unit of unitsOn(end)) units.pin(unit)
  }
}
