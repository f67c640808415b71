// How likely a later turn needs a line, judged by its names, how new they are, its signs, and how common its template is.

import { indentOf, type LineReading } from '../reading/lines/line-reading.ts'
import { LineSign } from '../reading/lines/words.ts'
import { clampPoints } from '../units/points.ts'
import type { TextKind } from '../units/text-kind.ts'
import { linePoints } from './thresholds.ts'

const blanksPerStep = 4

/** The lines of a text, and the points that the size of the text adds to each. */
export interface WeighedLines extends LineReading {
  /** Fewer for longer texts: a later turn needs a smaller part of them. */
  readonly sizePoints: number
}

/** An entry of a table whose last entry stands for everything beyond. */
const entry = (table: readonly number[], index: number): number => table[Math.min(index, table.length - 1)] ?? 0

/** Points of a plain line of the kind. */
export const pointsOfLine = (context: WeighedLines, kind: TextKind, index: number): number => {
  const { words, templates } = context
  const signs = words.signs[index] ?? 0
  let points = linePoints.base[kind] + context.sizePoints
  points += entry(linePoints.names, words.names[index] ?? 0)
  points += entry(linePoints.freshNames, words.freshNames[index] ?? 0)
  points += entry(linePoints.indents, Math.ceil(indentOf(context, index) / blanksPerStep))
  if ((signs & LineSign.call) !== 0) points += linePoints.call
  if ((signs & LineSign.path) !== 0) points += linePoints.path
  if ((signs & LineSign.dotted) !== 0) points += linePoints.dotted
  if ((templates.get(words.template[index] ?? 0) ?? 1) >= linePoints.common.from) points += linePoints.common.points
  if (context.repeats[index] === 1) points += linePoints.repeated
  return clampPoints(points)
}

/** The points that the lines of a text of so many tokens get for its size. */
export const sizePointsOf = (tokens: number): number =>
  linePoints.sizes.find(({ below }) => tokens < below)?.points ?? 0
