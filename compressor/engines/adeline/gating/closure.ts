// Proves of a selection that no kept unit lacks what it needs.

import { nothing, pinnedPoints, type Units } from '../units/units.ts'

/** Everything that a kept unit needs is kept, and everything pinned. */
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
