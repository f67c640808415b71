// Ties what a build of an image prints of a step to the line that says which one it is (`#8 [4/6] RUN npm ci`); that a step is done, or how
// far a file has come, says nothing once the build is over. What the image is called, and its digest, is what it was built for.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { pinnedPoints } from '../units/units.ts'
import { linePoints } from '../weighing/thresholds.ts'

const line = /^#(\d{1,4}) (.*)$/
const opens = /^\[/
const says = /^(?:DONE \d|transferring |resolve |extracting |sha256:|exporting |unpacking )/
/** A step, as no list of issues has one. */
const hint = /^#\d{1,4} \[(?:internal|auth|(?:[\w.-]+ +)?\d+\/\d+)\] /m

/** Ties them. Linear in the text. */
export const bindBuildSteps = (context: LineContext): void => {
  if (!hint.test(context.text)) return
  const { units, lines } = context
  const unitsOn = unitsOnLine(context)
  const heads = new Map<string, readonly number[]>()
  for (let at = 0; at < lines.length; at += 1) {
    const [, number = '', rest = ''] = line.exec(contentOf(context, at)) ?? []
    if (number === '') continue
    const own = unitsOn(at)
    if (opens.test(rest)) {
      heads.set(number, own)
      continue
    }
    const isDone = says.test(rest)
    for (const unit of own)
      if (isDone && units.points[unit] !== pinnedPoints) units.points[unit] = linePoints.expendable
      else units.addCompanions(unit, heads.get(number) ?? [])
  }
}
