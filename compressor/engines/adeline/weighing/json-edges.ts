// Keeps both ends of the edges of a graph and what they say of each other: an edge that has lost an end joins nothing, and one that has
// lost its relation says less than nothing, because all the others have one.

import { keyWordsOf } from '../reading/json/keys.ts'
import { keyAt, PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { passivePoints, pinnedPoints } from '../units/units.ts'
import type { JsonReading } from './json-reading.ts'

/** Which end a member names, by its whole key: those of one pair share all bits but the last. */
const ends: ReadonlyMap<string, number> = new Map(
  [
    ['from', 'to'],
    ['source', 'target'],
    ['src', 'dst'],
    ['subject', 'object'],
  ].flatMap(([one, other], at): [string, number][] => [
    [one ?? '', 1 << (2 * at)],
    [other ?? '', 2 << (2 * at)],
  ]),
)
const bothOf = (bits: number): boolean => (bits & (bits >> 1) & 0x55) !== 0
const relations: ReadonlySet<string> = new Set('type kind relation relationship predicate label'.split(' '))

/** A longer value is a text. */
const longestValue = 120

/** What a message has beside its sender and its receiver, and how addresses of people look. */
const letterKeys: ReadonlySet<string> = new Set('subject cc bcc body snippet'.split(' '))
/** What has one of these is an edge, whatever it is about. */
const edgeKeys: ReadonlySet<string> = new Set('object target dst predicate relation relationship'.split(' '))
const person = /[\w.+-]@[\w-]+\.[a-z]/i

/** The records of lists that are messages: their ends are people, and not told only there. */
const lettersIn = ({ tree, places }: JsonReading): ReadonlySet<number> => {
  const [letters, graphs] = [new Set<number>(), new Set<number>()]
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const record = tree.parent[piece] ?? 0
    if (places.row[record] !== record) continue
    const key = keyAt(tree, piece)
    if (edgeKeys.has(key)) graphs.add(record)
    const [start, end] = [tree.valueStart[piece] ?? 0, tree.end[piece] ?? 0]
    const isPerson = ends.has(key) && end - start <= longestValue && person.test(tree.text.slice(start, end))
    if (isPerson || letterKeys.has(key)) letters.add(record)
  }
  for (const record of graphs) letters.delete(record)
  return letters
}

const none: ReadonlySet<number> = new Set()

/** Pins those members in the records of lists. Linear in the text. */
export const pinEdges = (reading: JsonReading): void => pinEnds(reading, none)

/** The same, but for messages: of those sender and receiver stay where they are not the same in all, and nothing else is a relation. */
export const pinEdgesOfGraphs = (reading: JsonReading): void => pinEnds(reading, lettersIn(reading))

const pinEnds = ({ tree, facts, places, values, units, first }: JsonReading, letters: ReadonlySet<number>): void => {
  const named = new Map<number, number>()
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const record = tree.parent[piece] ?? 0
    if (tree.shape[piece] !== PieceShape.leaf || places.row[record] !== record) continue
    const end = ends.get(keyAt(tree, piece))
    if (end !== undefined) named.set(record, (named.get(record) ?? 0) | end)
  }
  if (named.size === 0) return
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const record = tree.parent[piece] ?? 0
    if (!bothOf(named.get(record) ?? 0) || tree.shape[piece] !== PieceShape.leaf) continue
    if (values[piece] === ValueClass.empty || units.points[first + piece] === passivePoints) continue
    if ((tree.end[piece] ?? 0) - (tree.valueStart[piece] ?? 0) > longestValue) continue
    const key = keyAt(tree, piece)
    const stays = letters.has(record)
      ? ends.has(key) && facts.distinct[piece] !== 1
      : ends.has(key) || relations.has(keyWordsOf(key).at(-1) ?? '')
    if (stays) units.points[first + piece] = pinnedPoints
  }
}
