// Keeps what says of a list how much there is of it: how many in all, and whether more follow. Without it a page reads as everything.

import { keyWordsOf } from '../reading/json/keys.ts'
import { factsOfKeys, PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { pinnedPoints } from '../units/units.ts'
import type { JsonReading } from './json-reading.ts'

const counted: ReadonlySet<string> = new Set(
  'count counts results matches hits items pages records rows elements entries issues size'.split(' '),
)
const more = /^(?:has (?:more|next)\b|is last|is truncated|truncated$|incomplete results$|partial$)/

const saysHowMuch = (key: string): boolean => {
  const words = key.length > 40 ? [] : keyWordsOf(key)
  if (words[0] === 'total') return words.length === 1 || (words.length === 2 && counted.has(words[1] ?? ''))
  return more.test(words.join(' '))
}

/** Pins those members of objects that stand in no list. Linear in the text. */
export const pinTotals = ({ tree, places, values, units, first }: JsonReading): void => {
  const says = factsOfKeys(tree, saysHowMuch)
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf || (places.row[piece] ?? -1) >= 0) continue
    const value = values[piece] ?? ValueClass.empty
    if (value < ValueClass.no || value > ValueClass.longNumber) continue
    if (says(piece)) units.points[first + piece] = pinnedPoints
  }
}
