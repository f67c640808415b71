// Proves that a selection keeps everything that its units need.

import { nothing, pinnedPoints, type Units } from '../units/units.ts'

/** Whether everything pinned is kept, and everything that a kept unit needs. */
export const isClosed = (units: Units, keep: Uint8Array): boolean => {
  for (let unit = 0; unit < units.length; unit += 1) {
    if (keep[unit] !== 1) {
      if (units.points[unit] === pinnedPoints) return false
      continue
    }
    const [needs, also] = [units.needs[unit] ?? nothing, units.also[unit] ?? nothing]
    if ((needs !== nothing && keep[needs] !== 1) || (also !== nothing && keep[also] !== 1)) return false
  }
  return true
}
