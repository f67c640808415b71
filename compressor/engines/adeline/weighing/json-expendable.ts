// Which pieces of a JSON value the rules call expendable: what says nothing, what was said before, and the middle of long
// runs of samples and events. Records with an id or a name are entities: however many, none is expendable for that, and a
// time of writing does not make them events.

import type { ColumnFacts } from '../reading/json/columns.ts'
import { KeyClass } from '../reading/json/keys.ts'
import type { Places } from '../reading/json/places.ts'
import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { mayBeAnswer } from './json-answers.ts'
import type { LeafRanker } from './json-reading.ts'
import { sampleRows } from './json-samples.ts'
import { jsonRules } from './thresholds.ts'

const isTold = (valueClass: number): boolean =>
  valueClass === ValueClass.phrase ||
  valueClass === ValueClass.phraseWithDigits ||
  valueClass === ValueClass.longText ||
  valueClass === ValueClass.address ||
  valueClass === ValueClass.blob

/** The elements of lists that wrap one record each, with a name or an id that is not the same in all. */
const wrapping = (tree: JsonTree, facts: ColumnFacts, { row, identity }: Places): ReadonlySet<number> => {
  const wrapped = new Map<number, number>()
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const parent = tree.parent[piece] ?? 0
    if (tree.shape[piece] === PieceShape.leaf || row[parent] !== parent) continue
    wrapped.set(parent, wrapped.has(parent) ? -1 : (identity[piece] ?? -1))
  }
  return new Set([...wrapped].flatMap(([element, name]) => (name >= 0 && facts.distinct[name] !== 1 ? element : [])))
}

/** Marks list elements inside a run of samples or events that differ from the others in nothing. */
const markSamples = (
  tree: JsonTree,
  facts: ColumnFacts,
  places: Places,
  values: Uint8Array,
  failing: Uint8Array,
  keeps: Pick<LeafRanker, 'keepsOwnWords' | 'readsClosely'>,
): Uint8Array => {
  const middle = sampleRows(tree, facts, places, values, keeps)
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const stands =
      facts.rare[piece] === 1 || facts.outlier[piece] === 1 || facts.differs[piece] === 1 || failing[piece] === 1
    const ordinal = tree.ordinal[piece] ?? 0
    const last = (tree.children[tree.parent[piece] ?? 0] ?? 0) - jsonRules.keptLast
    if (places.row[piece] === piece && (ordinal < jsonRules.keptFirst || ordinal >= last)) middle[piece] = 0
    if (!stands) continue
    for (let row = places.row[piece] ?? -1; row >= 0; row = places.row[tree.parent[row] ?? 0] ?? -1) middle[row] = 0
  }
  return middle
}

/** Marks list elements in the middle of a run of samples or events in which nothing stands out. */
const markMiddles = (
  tree: JsonTree,
  facts: ColumnFacts,
  places: Places,
  failing: Uint8Array,
  keepsWrapped: boolean,
): Uint8Array => {
  const wrapped = keepsWrapped ? wrapping(tree, facts, places) : new Set<number>()
  const isRecord = (element: number): boolean => (places.identity[element] ?? -1) >= 0 || wrapped.has(element)
  const pieces = tree.start.length
  const middle = new Uint8Array(pieces)
  const isEvent = new Uint8Array(pieces)
  for (let piece = 1; piece < pieces; piece += 1) {
    const parent = tree.parent[piece] ?? 0
    if (places.row[piece] === piece) {
      const siblings = tree.children[parent] ?? 0
      const ordinal = tree.ordinal[piece] ?? 0
      const isInside = ordinal >= jsonRules.keptFirst && ordinal < siblings - jsonRules.keptLast
      if (siblings >= jsonRules.longRun && isInside) middle[piece] = 1
    }
    if (places.keyClass[piece] === KeyClass.eventTime && places.row[parent] === parent) isEvent[parent] = 1
  }
  for (let piece = 1; piece < pieces; piece += 1) {
    const row = places.row[piece] ?? -1
    if (row < 0) continue
    if (facts.rare[piece] === 1 || facts.outlier[piece] === 1 || failing[piece] === 1) middle[row] = 0
    if (piece === row && (tree.shape[row] === PieceShape.leaf || (isRecord(row) && isEvent[row] === 0))) middle[row] = 0
  }
  return middle
}

/** What may go first; one entry per piece. */
export interface Expendable {
  /** 1 for leaves that may go by themselves. */
  readonly leaves: Uint8Array
  /** 1 for list elements that may go as wholes. */
  readonly rows: Uint8Array
  /** 1 for everything inside such an element. */
  readonly inRows: Uint8Array
}

/** `values` are the classes of the leaves; `failing` marks those that report a failure, which never go first. `keeps`: see `LeafRanker`. */
export const expendablePieces = (
  tree: JsonTree,
  facts: ColumnFacts,
  places: Places,
  values: Uint8Array,
  failing: Uint8Array,
  keeps: Pick<LeafRanker, 'keepsWrapped' | 'keepsAnswers' | 'keepsOwnWords' | 'readsClosely'>,
): Expendable => {
  const pieces = tree.start.length
  const leaves = new Uint8Array(pieces)
  const rows =
    keeps.keepsAnswers === true
      ? markSamples(tree, facts, places, values, failing, keeps)
      : markMiddles(tree, facts, places, failing, keeps.keepsWrapped === true)
  const inRows = new Uint8Array(pieces)
  const links = new Uint8Array(pieces)
  for (let piece = 1; piece < pieces; piece += 1) {
    const parent = tree.parent[piece] ?? 0
    if (rows[parent] === 1 || inRows[parent] === 1) inRows[piece] = 1
    if (inRows[piece] === 1) rows[piece] = 0
    if (inRows[piece] === 1 || tree.shape[piece] !== PieceShape.leaf || failing[piece] === 1) continue
    const valueClass = values[piece] ?? ValueClass.word
    const keyClass = places.keyClass[piece] ?? KeyClass.unknown
    const length = (tree.end[piece] ?? 0) - (tree.valueStart[piece] ?? 0)
    const isConstant = facts.distinct[piece] === 1 && (facts.multiplicity[piece] ?? 0) >= jsonRules.constantColumn
    const wasSaid = (facts.earlier[piece] ?? 0) > 0
    const isLink = keyClass === KeyClass.link && valueClass === ValueClass.address
    const isFurtherLink = isLink && links[parent] === 1
    if (isLink) links[parent] = 1
    const isIdentity = places.identity[parent] === piece
    const goes =
      valueClass === ValueClass.empty ||
      (wasSaid && (isConstant || (isTold(valueClass) && length >= jsonRules.longRepeat))) ||
      isFurtherLink ||
      (keyClass === KeyClass.housekeeping && !(keeps.keepsAnswers === true && mayBeAnswer(tree, piece))) ||
      (valueClass === ValueClass.blob && length >= jsonRules.longBlob)
    if (goes && !isIdentity) leaves[piece] = 1
  }
  return { leaves, rows, inRows }
}
