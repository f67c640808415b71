// JSON: one unit per piece. What the rules call expendable may go first; what reports a failure stays.

import { columnFacts } from '../reading/json/columns.ts'
import { placesOf } from '../reading/json/places.ts'
import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import { estimateTokens } from '../units/cost.ts'
import { clampPoints } from '../units/points.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, passivePoints, pinnedPoints, type Units } from '../units/units.ts'
import { expendablePieces } from '../weighing/json-expendable.ts'
import { pointsOfLeaf, readValues } from '../weighing/json-points.ts'
import type { LeafRanker } from '../weighing/json-reading.ts'
import { jsonPoints, jsonRules, linePoints } from '../weighing/thresholds.ts'
import { bindPieces } from './json-bindings.ts'

/** Estimated tokens of a piece; for an element that goes as a whole, of everything in it. */
const costOf = (tree: JsonTree, piece: number, isWhole: boolean): number => {
  const end = isWhole ? (tree.end[piece] ?? 0) : (tree.valueStart[piece] ?? 0) + 1
  return estimateTokens(tree.text, tree.start[piece] ?? 0, end) + 1
}

/**
 * Adds one unit per piece, in order, lets the ranker rank the leaves and binds the pieces. The root is pinned; other
 * containers stay for what they hold.
 */
export const addJsonUnits = (tree: JsonTree, units: Units, ranker: LeafRanker): void => {
  const facts = columnFacts(tree)
  const readsAllLanguages = ranker.readsAllLanguages === true
  const places = placesOf(tree, readsAllLanguages)
  const { values, failing } = readValues(tree, places, readsAllLanguages, ranker.readsClosely === true)
  const { leaves, rows, inRows } = expendablePieces(tree, facts, places, values, failing, ranker)
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
  ranker.leaves({ tree, facts, places, values, units, first })
  bindPieces(tree, places, units, first)
}
