// What the ranker sees of a leaf of JSON: its class, its column, its record and its position. It sees no words of a key or a
// value.

import { CharacterClass, characterClasses } from '../../../text/characters.ts'
import { mixHash } from '../reading/hash.ts'
import { HashMap } from '../reading/hash-map.ts'
import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import { pinnedPoints } from '../units/units.ts'
import type { JsonReading } from '../weighing/json-reading.ts'
import { expendableBelow } from '../weighing/thresholds.ts'
import { FeatureRow, pointsOfTotal, share } from './feature-row.ts'

/** How many characters of a key and of a value count. */
const looked = 80

/** Names of the features, in their order, for readers of a model. */
export const leafFeatureNames: readonly string[] = [
  ...'points cost valueClass keyClass keyClassAround depth ordinal siblings isIdentity sameClass'.split(' '),
  ...'length digits capitals underscores spaces signs'.split(' '),
  ...'keyLength keyDigits keyCapitals keyUnderscores keySpaces keySigns'.split(' '),
  ...'multiplicity distinct distinctShare earlier again rare outlier'.split(' '),
  ...'recordOrdinal recordsBehind records recordCost recordLeaves recordVaried recordDepth'.split(' '),
  ...'fromStart fromEnd position keyClassBefore valueClassBefore keyClassAfter valueClassAfter'.split(' '),
  ...'textTokens textLeaves textRows textObjects textDistinct textEarlier textIsList textMembers'.split(' '),
]

/** The record that each piece stands in: an element of a list, or one of several members of one column; or -1. */
const recordsOf = (tree: JsonTree): Int32Array => {
  const records = new Int32Array(tree.start.length).fill(-1)
  const members = new HashMap<number>()
  const placeOf = (piece: number): number => mixHash(tree.parent[piece] ?? 0, tree.column[piece] ?? 0)
  for (let piece = 1; piece < records.length; piece += 1) {
    const place = placeOf(piece)
    members.set(place, (members.get(place) ?? 0) + 1)
  }
  for (let piece = 1; piece < records.length; piece += 1) {
    const parent = tree.parent[piece] ?? 0
    const isRecord = tree.shape[parent] === PieceShape.array || (members.get(placeOf(piece)) ?? 1) > 1
    records[piece] = isRecord ? piece : (records[parent] ?? -1)
  }
  return records
}

/** Counts what the features of every leaf need. */
const countsOf = (reading: JsonReading) => {
  const { tree, facts, places, values, units, first } = reading
  const pieces = tree.start.length
  const record = recordsOf(tree)
  const [cost, leaves, varied] = [new Int32Array(pieces), new Int32Array(pieces), new Int32Array(pieces)]
  const sameClass = new HashMap<number>()
  const order: number[] = []
  const distinct = new HashMap<number>()
  let [tokens, rows, objects, earlier] = [0, 0, 0, 0]
  for (let piece = 0; piece < pieces; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf) {
      if (places.row[piece] === piece) rows += 1
      if (tree.shape[piece] === PieceShape.object) objects += 1
      continue
    }
    order.push(piece)
    tokens += units.cost[first + piece] ?? 1
    if ((facts.earlier[piece] ?? 0) > 0) earlier += 1
    distinct.set(tree.column[piece] ?? 0, facts.distinct[piece] ?? 1)
    const kin = mixHash(tree.parent[piece] ?? 0, values[piece] ?? 0)
    sameClass.set(kin, (sameClass.get(kin) ?? 0) + 1)
    const own = record[piece] ?? -1
    if (own < 0) continue
    cost[own] = (cost[own] ?? 0) + (units.cost[first + piece] ?? 1)
    leaves[own] = (leaves[own] ?? 0) + 1
    if ((facts.distinct[piece] ?? 1) > 1) varied[own] = (varied[own] ?? 0) + 1
  }
  let different = 0
  for (const count of distinct.values()) different += count
  const text = [
    pointsOfTotal(tokens),
    order.length,
    rows,
    objects,
    share(different, order.length),
    share(earlier, order.length),
    tree.shape[0] === PieceShape.array ? 1 : 0,
    tree.children[0] ?? 0,
  ]
  return { record, cost, leaves, varied, sameClass, order, text }
}

/** Adds the length of `[start, end)`, and the number of characters of each class among its first ones. */
const addLetters = (row: FeatureRow, text: string, start: number, end: number): void => {
  let [digits, capitals, underscores, spaces, signs] = [0, 0, 0, 0, 0]
  for (let at = start; at < Math.min(end, start + looked); at += 1) {
    const value = characterClasses[text.charCodeAt(at)] ?? 0
    if (value === CharacterClass.digit) digits += 1
    else if (value === CharacterClass.upper) capitals += 1
    else if (value === CharacterClass.space) spaces += 1
    else if (text[at] === '_') underscores += 1
    else if (value < CharacterClass.lower || value > CharacterClass.mark) signs += 1
  }
  row.add(Math.max(0, end - start))
  row.add(digits)
  row.add(capitals)
  row.add(underscores)
  row.add(spaces)
  row.add(signs)
}

/**
 * Calls `visit` with the unit of every leaf that is neither pinned nor expendable, and its features, which are valid
 * until the next call. Linear in the text.
 */
export const visitLeaves = (reading: JsonReading, visit: (unit: number, features: Int16Array) => void): void => {
  const { tree, facts, places, values, units, first } = reading
  const { record, cost, leaves, varied, sameClass, order, text } = countsOf(reading)
  const row = new FeatureRow(leafFeatureNames.length)
  const addNeighbour = (piece: number | undefined): void => {
    row.add(piece === undefined ? -1 : (places.keyClass[piece] ?? 0))
    row.add(piece === undefined ? -1 : (values[piece] ?? 0))
  }
  for (const [at, piece] of order.entries()) {
    const points = units.points[first + piece] ?? 0
    if (points < expendableBelow || points >= pinnedPoints) continue
    const parent = tree.parent[piece] ?? 0
    row.start()
    row.add(points)
    row.add(units.cost[first + piece] ?? 1)
    row.add(values[piece] ?? 0)
    row.add(places.keyClass[piece] ?? 0)
    row.add(places.keyClass[parent] ?? 0)
    row.add(places.depth[piece] ?? 0)
    row.add(tree.ordinal[piece] ?? 0)
    row.add(tree.children[parent] ?? 1)
    row.add(places.identity[parent] === piece ? 1 : 0)
    row.add(sameClass.get(mixHash(parent, values[piece] ?? 0)) ?? 1)
    addLetters(row, tree.text, tree.valueStart[piece] ?? 0, tree.end[piece] ?? 0)
    addLetters(row, tree.text, tree.start[piece] ?? 0, tree.keyEnd[piece] ?? -1)
    row.add(facts.multiplicity[piece] ?? 1)
    row.add(facts.distinct[piece] ?? 1)
    row.add(share(facts.distinct[piece] ?? 1, facts.multiplicity[piece] ?? 1))
    row.add(facts.earlier[piece] ?? 0)
    row.add(facts.again[piece] ?? 0)
    row.add(facts.rare[piece] ?? 0)
    row.add(facts.outlier[piece] ?? 0)
    const own = record[piece] ?? -1
    const records = own < 0 ? 0 : (tree.children[tree.parent[own] ?? 0] ?? 1)
    const ordinal = own < 0 ? 0 : (tree.ordinal[own] ?? 0)
    row.add(ordinal)
    row.add(own < 0 ? 0 : records - 1 - ordinal)
    row.add(records)
    row.add(own < 0 ? 0 : (cost[own] ?? 0))
    row.add(own < 0 ? 0 : (leaves[own] ?? 0))
    row.add(own < 0 ? 0 : (varied[own] ?? 0))
    row.add(own < 0 ? -1 : (places.depth[own] ?? 0))
    row.add(at)
    row.add(order.length - at)
    row.add(share(at, order.length))
    addNeighbour(order[at - 1])
    addNeighbour(order[at + 1])
    for (const feature of text) row.add(feature)
    visit(first + piece, row.values)
  }
}
