// Keeps the address of what has a name and no id: a page that a search has found, a resource of a server. It is what the next call asks for.
// Of what has an id, an interface asks by that, and its addresses go first.

import { identityRank } from '../reading/json/keys.ts'
import { keyAt, PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { passivePoints, pinnedPoints } from '../units/units.ts'
import type { JsonReading } from './json-reading.ts'

/** Whole keys: with another word they name pictures, or the same thing in an interface. */
const addresses: ReadonlySet<string> = new Set('uri url href link permalink webpage'.split(' '))
const names = /(?:name|title|headline|label)"$/i
/** From this rank on the member that names a record is an id. */
const idRank = 5
/** A longer address holds data; a longer text is an envelope's. */
const [longestAddress, longestText] = [500, 1_000]

/** Whether the record has a name, and no id; a `uri` is an address where there is neither. */
const isNamed = ({ tree, places }: JsonReading, record: number, key: string): boolean => {
  const identity = places.identity[record] ?? -1
  if (identity < 0) return key === 'uri'
  const named = tree.text.slice(tree.start[identity] ?? 0, tree.keyEnd[identity] ?? 0)
  return identityRank(named.slice(1, -1)) < idRank && (key === 'uri' || names.test(named))
}

/** Pins the first address of each such record, and beside a `uri` the text that stands there. Linear in the text. */
export const pinAddresses = (reading: JsonReading): void => {
  const { tree, values, units, first } = reading
  const resources = new Set<number>()
  const addressed = new Set<number>()
  const pin = (piece: number, longest: number): void => {
    if (values[piece] === ValueClass.empty || units.points[first + piece] === passivePoints) return
    if ((tree.end[piece] ?? 0) - (tree.valueStart[piece] ?? 0) <= longest) units.points[first + piece] = pinnedPoints
  }
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf) continue
    const [key, record] = [keyAt(tree, piece), tree.parent[piece] ?? 0]
    if (!addresses.has(key) || addressed.has(record) || !isNamed(reading, record, key)) continue
    addressed.add(record)
    if (key === 'uri') resources.add(record)
    pin(piece, longestAddress)
  }
  if (resources.size === 0) return
  for (let piece = 1; piece < tree.start.length; piece += 1)
    if (
      tree.shape[piece] === PieceShape.leaf &&
      resources.has(tree.parent[piece] ?? 0) &&
      keyAt(tree, piece) === 'text'
    )
      pin(piece, longestText)
}
