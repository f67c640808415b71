// Ties together what belongs together across sections and sentences: the frames of a Python trace and the line of its
// exception, and the sentences of a line that opens with a name and a colon, as programs report.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { isPythonFrame } from '../reading/lines/signs.ts'
import { TextKind } from '../units/text-kind.ts'

const namesFile = 'File "'
const opensReport = /^\s*(?:\S+ ){0,2}[\w.$]+: \S/

/** A line with more sentences is a text with a heading, not a report. */
const mostSentences = 6

/** Each unit of the ring brings back the next, so one brings back all. */
const tieInARing = ({ units }: LineContext, ring: readonly number[]): void => {
  for (const [at, unit] of ring.entries()) units.addCompanions(unit, [ring[(at + 1) % ring.length] ?? unit])
}

const tieTraces = (context: LineContext): void => {
  const { lines } = context
  const unitsOn = unitsOnLine(context)
  for (let line = 0; line < lines.length; line += 1) {
    if (!isPythonFrame(contentOf(context, line))) continue
    const [first, margin] = [line, indentOf(context, line)]
    while (line < lines.length && !isBlankLine(context, line) && indentOf(context, line) >= margin) line += 1
    if (line === lines.length || isBlankLine(context, line)) continue
    const exception = unitsOn(line)
    const [head] = exception
    if (head === undefined) continue
    tieInARing(context, exception)
    const frames = new Set<number>()
    for (let above = first; above < line; above += 1) for (const unit of unitsOn(above)) frames.add(unit)
    for (const frame of frames) context.units.addCompanions(frame, [head])
  }
}

const tieSentences = (context: LineContext, split: readonly number[]): void => {
  const { units, lines } = context
  const unitsOn = unitsOnLine(context)
  let [line, tied] = [0, -1]
  for (const unit of split) {
    while (line + 1 < lines.length && (lines[line + 1]?.start ?? 0) <= (units.start[unit] ?? 0)) line += 1
    if (line === tied || !opensReport.test(contentOf(context, line))) continue
    tied = line
    const sentences = unitsOn(line)
    if (sentences.length <= mostSentences) tieInARing(context, sentences)
  }
}

/** Ties together the units of each trace and of each report in the text. */
export const bindReports = (context: LineContext): void => {
  const { text, units } = context
  if (text.includes(namesFile)) tieTraces(context)
  const split: number[] = []
  for (let unit = 1; unit < units.length; unit += 1)
    if (units.kind[unit] === TextKind.prose && text.charCodeAt((units.start[unit] ?? 1) - 1) !== 10) split.push(unit)
  if (split.length > 0) tieSentences(context, split)
}
