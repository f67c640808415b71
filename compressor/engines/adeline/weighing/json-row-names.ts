// Keeps what tells the rows of a list apart: what they are called where no member is an id, a name or a title by its key, which is the first
// member whose text differs in all of them, as a test of a laboratory; what only some of them have, as a reason or a mark; and how many
// of it a row has, how bad it is, or on which page it stands.

import { keyAt } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { pinnedPoints } from '../units/units.ts'
import type { Column } from './json-columns.ts'
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

/** The member of the rows of one list that a column is. */
interface Member {
  readonly list: number
  /** Whether it stands in an object of the row, and not in the row itself. */
  readonly isInside: boolean
  /** Those that say something. */
  readonly cells: readonly number[]
}

const membersOf = ({ tree, places, units, first }: JsonReading, columns: readonly Column[]): readonly Member[] =>
  columns.flatMap((column) => {
    const cells: number[] = []
    for (const unit of column.units) if ((units.points[unit] ?? 0) >= expendableBelow) cells.push(unit - first)
    const [one] = cells
    if (one === undefined) return []
    const row = places.row[one] ?? 0
    return [{ list: tree.parent[row] ?? 0, isInside: tree.parent[one] !== row, cells }]
  })

/** Pins those members. Linear in the text. */
export const pinRowNames = (reading: JsonReading, columns: readonly Column[]): void => {
  const { tree, facts, places, values, units, first } = reading
  const members = membersOf(reading, columns)
  const [named, common, marking] = [new Set<number>(), new Map<number, number>(), new Map<number, number>()]
  const rowsOf = (list: number): number => tree.children[list] ?? 0
  for (const { list, isInside, cells } of members) {
    if (isInside) continue
    const counted = cells.length < rowsOf(list) ? marking : common
    counted.set(list, (counted.get(list) ?? 0) + cells.length)
  }
  for (const { list, isInside, cells } of members) {
    const rows = rowsOf(list)
    const [one = 0] = cells
    const pin = (longest: number): void => {
      for (const cell of cells)
        if ((tree.end[cell] ?? 0) - (tree.valueStart[cell] ?? 0) <= longest) units.points[first + cell] = pinnedPoints
    }
    const isNameless = !isInside && !named.has(list) && (places.identity[tree.parent[one] ?? 0] ?? -1) < 0
    const differs = cells.length >= rows && facts.distinct[one] === facts.multiplicity[one]
    const isName = isNameless && differs && naming.has(values[one] ?? ValueClass.empty)
    if (isName) named.add(list)
    // Rows that share less than half of their members are of several kinds.
    const marks = !isInside && cells.length < rows && (marking.get(list) ?? 0) < (common.get(list) ?? 0)
    const isMeasure = facts.distinct[one] !== 1 && measures.has(places.wordsOf(keyAt(tree, one)).at(-1) ?? '')
    if (isName || isMeasure) pin(longestName)
    else if (marks) pin(longestMark)
  }
}
