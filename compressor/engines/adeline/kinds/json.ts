// Turns the pieces of a JSON value into units and says how likely each is needed: by its key, its value, its column.

import { JsonKind } from '../../../../core/json/scan.ts'
import { type ColumnFacts, columnFacts } from '../reading/json/columns.ts'
import { KeyClass } from '../reading/json/keys.ts'
import { type Places, placesOf } from '../reading/json/places.ts'
import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import { ValueClass, valueClassOf } from '../reading/json/values.ts'
import { estimateTokens } from '../units/cost.ts'
import { clampPoints } from '../units/points.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, passivePoints, pinnedPoints, type Units } from '../units/units.ts'
import { expendablePieces } from '../weighing/json-expendable.ts'
import type { JsonReading } from '../weighing/json-reading.ts'
import { basePoints, jsonPoints, jsonRules, linePoints } from '../weighing/thresholds.ts'
import { bindPieces } from './json-bindings.ts'

const failure =
  /\b(errors?|fail(ed|ure|ures|ing)?|exceptions?|fatal|denied|refused|timeout|timed out|invalid|panic|critical|unauthori[sz]ed|forbidden|rejected|declined)\b/i
const lookedForFailure = 200

const kindOfValue = (unit: number): number => {
  if (unit === 0x22) return JsonKind.String
  if (unit === 0x5b) return JsonKind.Array
  if (unit === 0x7b) return JsonKind.Object
  return unit === 0x74 || unit === 0x66 || unit === 0x6e ? JsonKind.Literal : JsonKind.Number
}

/** Classes of all leaves' values, and which of them tell of a failure. */
const readValues = (tree: JsonTree, places: Places): { values: Uint8Array; failing: Uint8Array } => {
  const pieces = tree.start.length
  const [values, failing] = [new Uint8Array(pieces), new Uint8Array(pieces)]
  for (let piece = 0; piece < pieces; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf) continue
    const start = tree.valueStart[piece] ?? 0
    const end = tree.end[piece] ?? 0
    const valueClass = valueClassOf(tree.text, kindOfValue(tree.text.charCodeAt(start)), start, end)
    values[piece] = valueClass
    if (valueClass < ValueClass.word) continue
    const head = tree.text.slice(start, Math.min(end, start + lookedForFailure))
    if (places.keyClass[piece] === KeyClass.error || failure.test(head)) failing[piece] = 1
  }
  return { values, failing }
}

const pointsOfLeaf = (
  tree: JsonTree,
  facts: ColumnFacts,
  places: Places,
  valueClass: number,
  piece: number,
): number => {
  const parent = tree.parent[piece] ?? 0
  const row = places.row[piece] ?? -1
  let points = basePoints + (jsonPoints.value[valueClass] ?? 0)
  points += jsonPoints.key[places.keyClass[piece] ?? KeyClass.unknown] ?? 0
  if ((facts.earlier[piece] ?? 0) > 0) {
    points += jsonPoints.earlier
    if ((facts.multiplicity[piece] ?? 0) > 1 && facts.distinct[piece] === 1) points += jsonPoints.constantColumn
  }
  if (facts.again[piece] === 1) points += jsonPoints.again
  if (facts.rare[piece] === 1) points += jsonPoints.rare
  if (facts.outlier[piece] === 1) points += jsonPoints.outlier
  if (places.identity[parent] === piece)
    points += (places.depth[piece] ?? 0) <= 1 ? jsonPoints.rootIdentity : jsonPoints.identity
  if ((places.depth[piece] ?? 0) >= jsonRules.deepFrom) points += jsonPoints.deep
  if (row >= 0) {
    const siblings = tree.children[tree.parent[row] ?? 0] ?? 1
    const ordinal = tree.ordinal[row] ?? 0
    if (siblings > 1 && ordinal === 0) points += jsonPoints.firstRow
    if (siblings > 1 && ordinal === siblings - 1) points += jsonPoints.lastRow
  }
  return points
}

/** Estimated tokens of a piece; of an element that goes as a whole, with everything in it. */
const costOf = (tree: JsonTree, piece: number, isWhole: boolean): number => {
  const end = isWhole ? (tree.end[piece] ?? 0) : (tree.valueStart[piece] ?? 0) + 1
  return estimateTokens(tree.text, tree.start[piece] ?? 0, end) + 1
}

/** Adds one unit per piece, in order, and has its leaves ranked. The root is pinned; containers stay for what they hold. */
export const addJsonUnits = (tree: JsonTree, units: Units, rankLeaves: (reading: JsonReading) => void): void => {
  const facts = columnFacts(tree)
  const places = placesOf(tree)
  const { values, failing } = readValues(tree, places)
  const { leaves, rows, inRows } = expendablePieces(tree, facts, places, values, failing)
  const first = units.length
  let row: number[] = []
  for (let piece = 0; piece < tree.start.length; piece += 1) {
    const parent = tree.parent[piece] ?? -1
    const isLeaf = tree.shape[piece] === PieceShape.leaf
    const points = (): number => {
      if (parent < 0) return pinnedPoints
      if (rows[piece] === 1 || leaves[piece] === 1) return linePoints.expendable
      if (!isLeaf || inRows[piece] === 1) return passivePoints
      const length = (tree.end[piece] ?? 0) - (tree.start[piece] ?? 0)
      if (failing[piece] === 1 && length <= jsonRules.longestFailure) return pinnedPoints
      const ranked = pointsOfLeaf(tree, facts, places, values[piece] ?? 0, piece)
      return clampPoints(Math.max(linePoints.ordinary, ranked + (failing[piece] === 1 ? jsonPoints.failing : 0)))
    }
    const unit = units.add({
      kind: TextKind.json,
      start: tree.start[piece] ?? 0,
      end: tree.end[piece] ?? 0,
      needs: parent < 0 ? nothing : first + parent,
      points: points(),
      cost: costOf(tree, piece, isLeaf || rows[piece] === 1),
    })
    if (rows[piece] === 1) {
      row = []
      units.companions.set(unit, row)
    } else if (inRows[piece] === 1) row.push(unit)
  }
  rankLeaves({ tree, facts, places, values, units, first })
  bindPieces(tree, places, units, first)
}
