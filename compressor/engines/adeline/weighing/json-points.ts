// How likely a later turn needs each leaf of a JSON value, by its key, its value and its column.

import { JsonKind } from '../../../../core/json/scan.ts'
import type { ColumnFacts } from '../reading/json/columns.ts'
import { KeyClass } from '../reading/json/keys.ts'
import type { Places } from '../reading/json/places.ts'
import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import { ValueClass, valueClassBySigns, valueClassInAnyLanguage, valueClassOf } from '../reading/json/values.ts'
import { failureElsewhere } from '../reading/lines/words-of-failure.ts'
import { basePoints, jsonPoints, jsonRules } from './thresholds.ts'

const failure =
  /\b(errors?|fail(ed|ure|ures|ing)?|exceptions?|fatal|denied|refused|timeout|timed out|invalid|panic|critical|unauthori[sz]ed|forbidden|rejected|declined)\b/i
/** How many characters of a value are searched for words of failure. */
const longestSearched = 200

const kindOfValue = (unit: number): number => {
  if (unit === 0x22) return JsonKind.String
  if (unit === 0x5b) return JsonKind.Array
  if (unit === 0x7b) return JsonKind.Object
  return unit === 0x74 || unit === 0x66 || unit === 0x6e ? JsonKind.Literal : JsonKind.Number
}

/** The classes of the values of all leaves, and which of them report a failure: in English, or in any language. */
export const readValues = (
  tree: JsonTree,
  places: Places,
  readsAllLanguages: boolean,
  readsClosely: boolean,
): { values: Uint8Array; failing: Uint8Array } => {
  const pieces = tree.start.length
  const classInLanguages = readsAllLanguages ? valueClassInAnyLanguage : valueClassOf
  const classOf = readsClosely ? valueClassBySigns : classInLanguages
  const mayFailElsewhere = readsAllLanguages && failureElsewhere.test(tree.text)
  const [values, failing] = [new Uint8Array(pieces), new Uint8Array(pieces)]
  for (let piece = 0; piece < pieces; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf) continue
    const start = tree.valueStart[piece] ?? 0
    const end = tree.end[piece] ?? 0
    const valueClass = classOf(tree.text, kindOfValue(tree.text.charCodeAt(start)), start, end)
    values[piece] = valueClass
    if (valueClass < ValueClass.word) continue
    const head = tree.text.slice(start, Math.min(end, start + longestSearched))
    const fails = failure.test(head) || (mayFailElsewhere && failureElsewhere.test(head))
    if (places.keyClass[piece] === KeyClass.error || fails) failing[piece] = 1
  }
  return { values, failing }
}

/** Points of a leaf that is neither pinned nor expendable. */
export const pointsOfLeaf = (
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
