// Keeps the texts that a JSON value is about: the page that was fetched, the article, the passages that were found. They stay where they stand
// alone, and members around them make them no details of a record.

import { HashMap } from '../reading/hash-map.ts'
import { PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { pinnedPoints } from '../units/units.ts'
import type { JsonReading } from './json-reading.ts'
import { expendableBelow } from './thresholds.ts'

/** A value is about a text that makes up one character in so many, and about the texts of one member that make up one in so many together. */
const [oneAmong, allAmong] = [12, 3]

/** Pins those texts, but for what was said before. Linear in the text. */
export const pinTexts = ({ tree, values, units, first }: JsonReading): void => {
  const all = tree.text.length
  const lengthOf = (piece: number): number => (tree.end[piece] ?? 0) - (tree.valueStart[piece] ?? 0)
  const texts: number[] = []
  const together = new HashMap<number>()
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf || values[piece] !== ValueClass.longText) continue
    if ((units.points[first + piece] ?? 0) < expendableBelow) continue
    texts.push(piece)
    const column = tree.column[piece] ?? 0
    together.set(column, (together.get(column) ?? 0) + lengthOf(piece))
  }
  for (const piece of texts) {
    const length = together.get(tree.column[piece] ?? 0) ?? 0
    if (lengthOf(piece) * oneAmong >= all || length * allAmong >= all) units.points[first + piece] = pinnedPoints
  }
}
