// Keeps what is the same in all records of a list in one of them: it goes from the others as said before, and if it went from all, nobody
// would know it of any. Of lists behind each other that say the same, the first says it.

import { HashMap } from '../reading/hash-map.ts'
import { type Column, isSameInAll } from './json-columns.ts'
import type { JsonReading } from './json-reading.ts'

/** Fewer records have the same by chance. */
const fewest = 3

/** Makes the first of those values stay with each record that stays. Linear in the values. */
export const keepConstants = ({ places, units, first }: JsonReading, columns: readonly Column[]): void => {
  /** What the list before had in all records, by the path of the member. */
  const said = new HashMap<number | undefined>()
  for (const column of columns) {
    const [told] = column.units
    if (column.isLong || told === undefined) continue
    const { path, value } = column
    if (!isSameInAll(column)) said.set(path, undefined)
    else if (column.records >= fewest && said.get(path) !== value) {
      for (const unit of column.units) units.addCompanions(first + (places.row[unit - first] ?? 0), [told])
      said.set(path, value)
    }
  }
}
