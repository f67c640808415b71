// What no budget takes from a JSON record: what identifies it, its names and titles, and its state. Without them the rest says
// nothing of anything.

import { type KeyWords, keyWordsOf } from '../reading/json/keys.ts'
import { repeatsKey } from '../reading/json/places.ts'
import { factsOfKeys, PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { passivePoints, pinnedPoints } from '../units/units.ts'
import type { JsonReading } from './json-reading.ts'

const floorWords: ReadonlySet<string> = new Set(
  'id uuid guid number login username sku code key ref slug name title headline state status'.split(' '),
)
/** Identifiers that repeat another one in the spelling of an interface. */
const housekeeping: ReadonlySet<string> = new Set([
  'node',
  'gravatar',
  'installation',
  'license',
  'spdx',
  'html',
  'mime',
])

/** A longer value is a text or a blob. */
const longestValue = 240

/** Whether a key names what identifies a record, its name or title, or its state. */
export const isFloorKey = (key: string, wordsOf: KeyWords = keyWordsOf): boolean => {
  const words = key.length > 80 ? [] : wordsOf(key)
  const first = words[0] ?? ''
  return floorWords.has(words.at(-1) ?? '') && !(words.length > 1 && housekeeping.has(first))
}

/** Pins those leaves. Elements that go as wholes, from the middle of a run of samples or events, are no records. */
export const pinRecords = ({ tree, places, values, units, first }: JsonReading): void => {
  const isFloor = factsOfKeys(tree, (key) => isFloorKey(key, places.wordsOf))
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const keyEnd = tree.keyEnd[piece] ?? -1
    if (keyEnd < 0 || tree.shape[piece] !== PieceShape.leaf || units.points[first + piece] === passivePoints) continue
    if (values[piece] === ValueClass.empty || values[piece] === ValueClass.list) continue
    if ((tree.end[piece] ?? 0) - (tree.valueStart[piece] ?? 0) > longestValue) continue
    if (repeatsKey(tree, piece)) continue
    const isIdentity = places.identity[tree.parent[piece] ?? 0] === piece
    if (isIdentity || isFloor(piece)) units.points[first + piece] = pinnedPoints
  }
}
