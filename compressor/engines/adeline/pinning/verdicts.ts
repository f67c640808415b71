// Keeps the lines in which a runner, a compiler or a build says what failed and how it ended, whatever kind of text stands around.

import type { LineContext } from '../context/line-context.ts'
import { contentOf, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { isBelowItsFile, isEvidence, isVerdict, verdictHints } from '../reading/lines/verdicts.ts'
import { linePins, linesAt } from './hinted-lines.ts'

/** Lines below a verdict that may show what it is about. */
const mostEvidence = 8

/** Pins the units of such lines. Linear in the text. */
export const pinVerdicts = (context: LineContext): void => {
  const { text, lines } = context
  const pin = linePins(context)
  /** The last line that is not indented, up to where it was looked for. */
  let [file, known] = [0, 0]
  const pinFileOf = (line: number): void => {
    let at = line
    while (at > known && (isBlankLine(context, at) || indentOf(context, at) > 0)) at -= 1
    if (at > known) file = at
    known = line
    pin(file)
  }
  for (const line of linesAt(context, verdictHints(text))) {
    const content = contentOf(context, line)
    if (!isVerdict(content)) continue
    pin(line)
    if (isBelowItsFile(content)) pinFileOf(line)
    const behind = Math.min(lines.length, line + 1 + mostEvidence)
    for (let below = line + 1; below < behind && isEvidence(contentOf(context, below)); below += 1) pin(below)
  }
}
