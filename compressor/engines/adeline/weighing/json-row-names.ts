// Keeps what tells the rows of a list apart: what they are called where no member is an id, a name or a title by its key, which is the first
// member whose text differs in all of them, as a test of a laboratory; what only some of them have, as a reason or a mark; and how many
// of it a row has, how bad it is, or on which page it stands.

import { mixHash } from '../reading/hash.ts'
import { HashMap } from '../reading/hash-map.ts'
import { keyAt, PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { pinnedPoints } from '../units/units.ts'
import type { JsonReading } from './json-reading.ts'
import { expendableBelow } from './thresholds.ts'

/** A longer value is a text. */
const [longestName, longestMark] = [80, 120]
const naming: ReadonlySet<number> = new Set([
  ValueClass.word,
  ValueClass.code,
  ValueClass.phrase,
  ValueClass.phraseWithDigits,
])
/** How many, how bad, and where. */
const measures: ReadonlySet<string> = new Set('quantity qty severity priority page'.split(' '))

/** A member of the rows of one list. */
interface Column {
  readonly list: number
  /** Whether it stands in an object of the row, and not in the row itself. */
  readonly isInside: boolean
  readonly isNaming: boolean
  readonly cells: number[]
}

/** The members that say something, by list and path. */
const columnsIn = ({ tree, facts, places, values, units, first }: JsonReading): Iterable<Column> => {
  const columns = new HashMap<Column>()
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const [record, row] = [tree.parent[piece] ?? 0, places.row[piece] ?? -1]
    if (tree.shape[piece] !== PieceShape.leaf || row < 0 || row === piece) continue
    if (values[piece] === ValueClass.empty || (units.points[first + piece] ?? 0) < expendableBelow) continue
    const list = tree.parent[row] ?? 0
    const isInside = record !== row
    const place = mixHash(list, tree.column[piece] ?? 0)
    const isNameless = !isInside && (places.identity[record] ?? -1) < 0 && naming.has(values[piece] ?? ValueClass.empty)
    const differs = facts.distinct[piece] === facts.multiplicity[piece]
    const column = columns.get(place) ?? { list, isInside, isNaming: isNameless && differs, cells: [] }
    columns.set(place, column)
    column.cells.push(piece)
  }
  return columns.values()
}

/** Pins those members. Linear in the text. */
export const pinRowNames = (reading: JsonReading): void => {
  const { tree, facts, places, units, first } = reading
  const columns = [...columnsIn(reading)]
  const [named, common, marking] = [new Set<number>(), new Map<number, number>(), new Map<number, number>()]
  const rowsOf = (list: number): number => tree.children[list] ?? 0
  for (const { list, isInside, cells } of columns) {
    if (isInside) continue
    const counted = cells.length < rowsOf(list) ? marking : common
    counted.set(list, (counted.get(list) ?? 0) + cells.length)
  }
  for (const { list, isInside, isNaming, cells } of columns) {
    const rows = rowsOf(list)
    const [one = 0] = cells
    if (rows < 2) continue
    const pin = (longest: number): void => {
      for (const cell of cells)
        if ((tree.end[cell] ?? 0) - (tree.valueStart[cell] ?? 0) <= longest) units.points[first + cell] = pinnedPoints
    }
    const isName = isNaming && cells.length >= rows && !named.has(list)
    if (isName) named.add(list)
    // Rows that share less than half of their members are of several kinds.
    const marks = !isInside && cells.length < rows && (marking.get(list) ?? 0) < (common.get(list) ?? 0)
    const isMeasure = facts.distinct[one] !== 1 && measures.has(places.wordsOf(keyAt(tree, one)).at(-1) ?? '')
    if (isName || isMeasure) pin(longestName)
    else if (marks) pin(longestMark)
  }
}
