// Keeps the failures in the list of a linter: its sign or word of failure stands behind a position, below the file or behind its path.
// `verdicts.ts` has the forms of single programs, and older versions share it.

import type { LineContext } from '../context/line-context.ts'
import { contentOf, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { linePins, linesAt, offsetsOf } from './hinted-lines.ts'

const sign = String.raw`(?:[✖✗✘✕×❌⛔]|(?:[Ff]atal |FATAL )?(?:[Ee]rror|ERROR)\b|[EF]: \S)`
const placed = new RegExp(
  String.raw`^\s{0,40}(?:(?:\S{0,300}:)?\d+:\d+(?:-\d+(?::\d+)?)?:?|\S{1,300}:\d+:?|\S{1,300}\(\d+(?:,\d+)?\):?)\s{1,40}(?:- )?${sign}`,
)
/** Stands in each of those lines. */
const hint = new RegExp(String.raw`\d\)?:?[ \t]+(?:- )?${sign}`, 'g')
const withoutPath = /^\s+\d+:\d/

/** Pins those lines, and the file that they stand below. Linear in the text. */
export const pinPlacedFailures = (context: LineContext): void => {
  /** Up to where the file above has been looked for. */
  let known = -1
  const pin = linePins(context)
  for (const line of linesAt(context, offsetsOf(context.text, hint))) {
    const content = contentOf(context, line)
    if (!placed.test(content)) continue
    pin(line)
    if (!withoutPath.test(content)) continue
    let above = line - 1
    while (above > known && (isBlankLine(context, above) || indentOf(context, above) > 0)) above -= 1
    if (above > known) pin(above)
    known = line
  }
}
