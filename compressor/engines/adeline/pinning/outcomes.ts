// Keeps what programs say of a failure wherever the router puts it: words of failure in what looks like code and is none, the forms of
// `outcomes.ts` in any kind of text, and the frame in which an exception was raised.

import type { LineContext } from '../context/line-context.ts'
import { contentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { headOf, isOutcome, linesOfOutcome, outcomeHints } from '../reading/lines/outcomes.ts'
import { isPythonFrame } from '../reading/lines/signs.ts'
import { isProgramOutput } from '../reading/sections/program-output.ts'
import { TextKind } from '../units/text-kind.ts'
import { linePins, linesAt } from './hinted-lines.ts'

/** How far above an outcome its head may stand. */
const farthestHead = 40
/** Lines between a frame and its exception that show the source. */
const mostSource = 3

/**
 * Pins lines with words of failure in the code of a text, if that is what a program printed; in a list those of other languages than English:
 * who writes no blanks between words has lists of single words that are sentences.
 */
const pinWordsOfFailure = (context: LineContext): void => {
  const { units, text, signs } = context
  const code: { readonly unit: number; readonly line: string }[] = []
  for (let unit = 0; unit < units.length; unit += 1) {
    const isCode = units.kind[unit] === TextKind.code
    if (!isCode && units.kind[unit] !== TextKind.listing) continue
    const [start, end] = [units.start[unit] ?? 0, units.end[unit] ?? 0]
    const line = text.slice(start, Math.min(end, start + 400)).trimEnd()
    if (isCode) code.push({ unit, line })
    else if (signs.failsElsewhere(line)) units.pin(unit)
  }
  if (!isProgramOutput(code.map(({ line }) => line))) return
  for (const { unit, line } of code) if (signs.saysFailure(line)) units.pin(unit)
}

/** Pins the frame that stands next to the exception of each Python trace: there it was raised. */
const pinRaising = (context: LineContext, pin: (line: number) => void): void => {
  for (let line = 0; line < context.lines.length; line += 1) {
    if (!isPythonFrame(contentOf(context, line))) continue
    let below = line + 1
    while (
      below <= line + mostSource &&
      /^\s+\S/.test(contentOf(context, below)) &&
      !isPythonFrame(contentOf(context, below))
    )
      below += 1
    if (isBlankLine(context, below) || isPythonFrame(contentOf(context, below))) continue
    for (let source = line; source < Math.min(below, line + 2); source += 1) pin(source)
  }
}

/** Pins those lines, and what they mean nothing without. Linear in the text. */
export const pinOutcomes = (context: LineContext): void => {
  const { text, lines } = context
  pinWordsOfFailure(context)
  const pin = linePins(context)
  for (const line of linesAt(context, outcomeHints(text))) {
    const content = contentOf(context, line)
    if (!isOutcome(content)) continue
    pin(line)
    const behind = Math.min(lines.length, line + 1 + linesOfOutcome(content))
    for (let below = line + 1; below < behind && !isBlankLine(context, below); below += 1) pin(below)
    const head = headOf(content)
    let above = head === undefined ? -1 : line - 1
    const top = Math.max(0, line - farthestHead)
    while (above >= top && head?.test(contentOf(context, above)) !== true) above -= 1
    if (above >= top) pin(above)
  }
  if (text.includes('File "')) pinRaising(context, pin)
}
