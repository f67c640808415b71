// Members of the records of one list stay or go together: who reads a record without a member that the others have takes it for one
// that has none. What is empty may go by itself, for that is what its absence says; so may what is the same in all records.

import { hashRange, mixHash } from '../reading/hash.ts'
import { HashMap } from '../reading/hash-map.ts'
import { PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { passivePoints, pinnedPoints } from '../units/units.ts'
import { evenWorth } from './even-worth.ts'
import type { JsonReading } from './json-reading.ts'
import { expendableBelow } from './thresholds.ts'

/** A member with a longer value is a text, which nobody takes for missing. */
const longestCell = 120

/** The values of one member in the records of one list. */
export interface Column {
  /** The path of the member, which lists below the same keys share. */
  readonly path: number
  readonly records: number
  /** Of values that are not empty, in records of which some may stay. */
  readonly units: number[]
  /** Of all values, also in records that go as wholes. */
  cells: number
  readonly value: number
  differs: boolean
  isLong: boolean
}

/** The columns of all lists with two records or more. Linear in the text. */
export const columnsOf = ({ tree, places, values, units, first }: JsonReading): readonly Column[] => {
  const columns = new HashMap<Column>()
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const row = places.row[piece] ?? -1
    if (tree.shape[piece] !== PieceShape.leaf || row < 0 || row === piece) continue
    const list = tree.parent[row] ?? 0
    const records = tree.children[list] ?? 0
    if (records < 2) continue
    const path = tree.column[piece] ?? 0
    const key = mixHash(list, path)
    const [start, end] = [tree.valueStart[piece] ?? 0, tree.end[piece] ?? 0]
    const isLong = end - start > longestCell
    const value = isLong ? 0 : hashRange(tree.text, start, end)
    const column = columns.get(key) ?? { path, records, units: [], cells: 0, value, differs: false, isLong: false }
    columns.set(key, column)
    column.cells += 1
    if (column.value !== value) column.differs = true
    if (isLong) column.isLong = true
    if (values[piece] !== ValueClass.empty && units.points[first + piece] !== passivePoints)
      column.units.push(first + piece)
  }
  return [...columns.values()]
}

/** Whether each record of the list has the same value. */
export const isSameInAll = ({ differs, cells, records }: Column): boolean => !differs && cells >= records

/** Makes the values of each such member stay or go together. Linear in the text. */
export const evenColumns = ({ units }: JsonReading, columns: readonly Column[]): void => {
  for (const column of columns) {
    if (isSameInAll(column) || column.isLong || column.units.length < 2) continue
    if (column.units.some((unit) => units.points[unit] === pinnedPoints)) {
      for (const unit of column.units) units.points[unit] = pinnedPoints
      continue
    }
    const areExpendable = column.units.every((unit) => (units.points[unit] ?? 0) < expendableBelow)
    if (!areExpendable) evenWorth(units, column.units)
    column.units.forEach((unit, at) => {
      units.addCompanions(unit, [column.units[(at + 1) % column.units.length] ?? unit])
    })
  }
}
