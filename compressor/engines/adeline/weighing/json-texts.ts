// Keeps the texts that a JSON value is about: the page that was fetched, the article, the passages that were found. They stay where they stand
// alone, and members around them make them no details of a record.

import { HashMap } from '../reading/hash-map.ts'
import { ValueClass } from '../reading/json/values.ts'
import { pinnedPoints } from '../units/units.ts'
import type { JsonReading } from './json-reading.ts'
import { expendableBelow } from './thresholds.ts'

/** A value is about a text that makes up one character in so many, and about the texts of one member that make up one in so many together. */
const [oneAmong, allAmong] = [12, 4]

/** Pins those texts, but for what was said before. Linear in the text. */
export const pinTexts = ({ tree, values, units, first }: JsonReading): void => {
  const all = tree.text.length
  const lengthOf = (piece: number): number => (tree.end[piece] ?? 0) - (tree.valueStart[piece] ?? 0)
  const lengths = new HashMap<number>()
  const texts: number[] = []
  const hasLong = new HashMap<true>()
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const value = values[piece] ?? ValueClass.empty
    const isText = value === ValueClass.longText || value === ValueClass.phrase || value === ValueClass.phraseWithDigits
    if (!isText || (units.points[first + piece] ?? 0) < expendableBelow) continue
    texts.push(piece)
    const column = tree.column[piece] ?? 0
    if (value === ValueClass.longText) hasLong.set(column, true)
    lengths.set(column, (lengths.get(column) ?? 0) + lengthOf(piece))
  }
  for (const piece of texts) {
    const column = tree.column[piece] ?? 0
    if (!hasLong.has(column)) continue
    const [length, together] = [lengthOf(piece), lengths.get(column) ?? 0]
    if (length * oneAmong >= all || together * allAmong >= all) units.points[first + piece] = pinnedPoints
  }
}
