// Lines of one key in printed records stay or go in all of them, for a reader takes the missing one for none.

import type { LineContext } from '../context/line-context.ts'
import { pinnedPoints } from '../units/units.ts'
import { evenWorth } from '../weighing/even-worth.ts'
import { expendableBelow } from '../weighing/thresholds.ts'

/** Ties the units of each column to each other; where one of them is pinned, all are. Linear in the units. */
export const tieColumns = ({ units }: LineContext, columns: Iterable<readonly number[]>): void => {
  for (const column of columns) {
    if (column.length < 2) continue
    if (column.some((unit) => units.points[unit] === pinnedPoints)) {
      for (const unit of column) units.pin(unit)
      continue
    }
    if (column.some((unit) => (units.points[unit] ?? 0) >= expendableBelow)) evenWorth(units, column)
    column.forEach((unit, at) => {
      units.addCompanions(unit, [column[(at + 1) % column.length] ?? unit])
    })
  }
}
