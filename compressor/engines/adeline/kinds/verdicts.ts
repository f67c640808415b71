// Keeps the lines in which a runner, a compiler or a build says what failed and how it ended, whatever kind of text stands around.

import { contentOf, indentOf } from '../reading/lines/line-reading.ts'
import { isBelowItsFile, isEvidence, isVerdict, mayHoldVerdicts } from '../reading/lines/verdicts.ts'
import { passivePoints, pinnedPoints } from '../units/units.ts'
import type { LineContext } from './context.ts'
import { unitsOnLine } from './units-on-line.ts'

/** Lines below a verdict that may show what it is about. */
const mostEvidence = 8

/** Pins the units of such lines. Linear in the text. */
export const pinVerdicts = (context: LineContext): void => {
  const { units, lines, text } = context
  if (!mayHoldVerdicts(text)) return
  const unitsOn = unitsOnLine(context)
  const pin = (line: number): void => {
    for (const unit of unitsOn(line)) if (units.points[unit] !== passivePoints) units.points[unit] = pinnedPoints
  }
  let [file, evidence] = [0, 0]
  for (let line = 0; line < lines.length; line += 1) {
    const content = contentOf(context, line)
    if (isVerdict(content)) {
      pin(line)
      if (isBelowItsFile(content)) pin(file)
      evidence = mostEvidence
    } else if (evidence > 0 && isEvidence(content)) {
      pin(line)
      evidence -= 1
    } else evidence = 0
    if (content !== '' && indentOf(context, line) === 0) file = line
  }
}
