// Keeps a row that the router takes for the header of a table which has no other row: nothing needs it, so that it would go before all others.

import type { LineContext } from '../context/line-context.ts'
import { TextKind } from '../units/text-kind.ts'
import { passivePoints, pinnedPoints } from '../units/units.ts'

/** Pins those rows. Linear in the text. */
export const pinLoneHeaders = ({ units }: LineContext): void => {
  const needed = new Set(units.needs)
  for (const companions of units.companions.values()) for (const unit of companions) needed.add(unit)
  for (let unit = 0; unit < units.length; unit += 1) {
    const isHeader = units.kind[unit] === TextKind.table && units.points[unit] === passivePoints
    if (isHeader && !needed.has(unit)) units.points[unit] = pinnedPoints
  }
}
