// What the pieces of one column have in common: how many they are, and which values repeat, stand out or are rare.

import { hashRange, mixHash } from '../hash.ts'
import { HashMap } from '../hash-map.ts'
import { addQuantity, type Spread, standsOut } from '../spread.ts'
import { type JsonTree, PieceShape } from './tree.ts'

/** One entry per piece; containers have zeros. */
export interface ColumnFacts {
  /** Pieces in the same column. */
  readonly multiplicity: Int32Array
  /** Different values in the same column. */
  readonly distinct: Int32Array
  /** How often the same value stands earlier in the text, as a value or as a key. */
  readonly earlier: Int32Array
  /** 1 if the value stands again later in the text. */
  readonly again: Uint8Array
  /** 1 if the column has few values and nearly all other pieces have another one than this. */
  readonly rare: Uint8Array
  /** 1 if at least half of its column has one other value. */
  readonly differs: Uint8Array
  /** 1 for a number more than two standard deviations from its column's mean. */
  readonly outlier: Uint8Array
}

/** Columns shorter than this have no usual value. */
const fewestForUsual = 8
/** A column has usual values if it has at most one different value in so many pieces. */
const usualAmong = 4
/** A value is rare if at most one in so many pieces of its column has it. */
const rareAmong = 16
/** Columns shorter than this have no value that half of them have. */
const fewestForHalf = 4
/** Longer numbers are ids. */
const longestQuantity = 15

const quantityOf = (tree: JsonTree, piece: number): number => {
  const [start, end] = [tree.valueStart[piece] ?? 0, tree.end[piece] ?? 0]
  if (end - start > longestQuantity) return Number.NaN
  const unit = tree.text.charCodeAt(start)
  return unit === 0x2d || (unit >= 0x30 && unit <= 0x39) ? Number(tree.text.slice(start, end)) : Number.NaN
}

const markOutliers = (tree: JsonTree, outlier: Uint8Array): void => {
  const spreads = new HashMap<Spread>()
  const numbers = new Float64Array(tree.start.length).fill(Number.NaN)
  for (let piece = 0; piece < tree.start.length; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf) continue
    const value = quantityOf(tree, piece)
    if (Number.isNaN(value)) continue
    numbers[piece] = value
    const column = tree.column[piece] ?? 0
    const spread = spreads.get(column) ?? { count: 0, sum: 0, squares: 0 }
    addQuantity(spread, value)
    spreads.set(column, spread)
  }
  for (let piece = 0; piece < tree.start.length; piece += 1) {
    const value = numbers[piece] ?? Number.NaN
    const spread = Number.isNaN(value) ? undefined : spreads.get(tree.column[piece] ?? 0)
    if (spread !== undefined && standsOut(spread, value)) outlier[piece] = 1
  }
}

const increase = (counts: HashMap<number>, key: number): number => {
  const before = counts.get(key) ?? 0
  counts.set(key, before + 1)
  return before
}

/** The facts of every piece. Equal hashes count as equal values: a mistake there costs a rank, never a character. */
export const columnFacts = (tree: JsonTree): ColumnFacts => {
  const { text } = tree
  const pieces = tree.start.length
  const facts: ColumnFacts = {
    multiplicity: new Int32Array(pieces),
    distinct: new Int32Array(pieces),
    earlier: new Int32Array(pieces),
    again: new Uint8Array(pieces),
    rare: new Uint8Array(pieces),
    differs: new Uint8Array(pieces),
    outlier: new Uint8Array(pieces),
  }
  const values = new Int32Array(pieces)
  const everywhere = new HashMap<number>()
  const perColumn = new HashMap<number>()
  const distinct = new HashMap<number>()
  const perValue = new HashMap<number>()
  /** How many pieces of a column have its most frequent value. */
  const most = new HashMap<number>()
  for (let piece = 0; piece < pieces; piece += 1) {
    const keyEnd = tree.keyEnd[piece] ?? -1
    if (keyEnd >= 0 && tree.shape[piece] !== PieceShape.leaf)
      increase(everywhere, hashRange(text, tree.start[piece] ?? 0, keyEnd))
    if (tree.shape[piece] !== PieceShape.leaf) continue
    const value = hashRange(text, tree.valueStart[piece] ?? 0, tree.end[piece] ?? 0)
    const column = tree.column[piece] ?? 0
    values[piece] = value
    facts.earlier[piece] = increase(everywhere, value)
    increase(perColumn, column)
    const before = increase(perValue, mixHash(column, value))
    if (before === 0) increase(distinct, column)
    if (before + 1 > (most.get(column) ?? 0)) most.set(column, before + 1)
  }
  for (let piece = 0; piece < pieces; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf) continue
    const column = tree.column[piece] ?? 0
    const value = values[piece] ?? 0
    const multiplicity = perColumn.get(column) ?? 1
    const different = distinct.get(column) ?? 1
    const same = perValue.get(mixHash(column, value)) ?? 1
    facts.multiplicity[piece] = multiplicity
    facts.distinct[piece] = different
    if ((everywhere.get(value) ?? 1) > (facts.earlier[piece] ?? 0) + 1) facts.again[piece] = 1
    const top = most.get(column) ?? 1
    if (multiplicity >= fewestForHalf && top * 2 >= multiplicity && same < top) facts.differs[piece] = 1
    if (multiplicity >= fewestForUsual && different * usualAmong <= multiplicity && same * rareAmong <= multiplicity)
      facts.rare[piece] = 1
  }
  markOutliers(tree, facts.outlier)
  return facts
}
