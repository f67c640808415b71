// Parts lines that begin with the name of a thing into the name, which stays, and what is said of it, which may go.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { estimateTokens } from '../units/cost.ts'
import { nothing, pinnedPoints } from '../units/units.ts'
import { evenWorth } from '../weighing/even-worth.ts'
import { expendableBelow, linePoints } from '../weighing/thresholds.ts'

export interface PartedNames {
  readonly unitsOn: (line: number) => number[]
  /** Keeps the first characters of a line, which stand in the unit; tells whether what is left of the unit may go without them. */
  readonly keep: (line: number, unit: number, length: number | undefined) => boolean
  /** Makes units stay or go together, unless one of them stays anyway. */
  readonly tie: (units: readonly number[]) => void
  /** Parts them in the layout. Nothing may look for units by their lines from here on. */
  readonly finish: () => void
}

export const partedNames = (context: LineContext): PartedNames => {
  const { units, lines, text, layout } = context
  const heads = new Map<number, { readonly head: number; readonly end: number; readonly behind: number }>()
  const onLine = unitsOnLine(context)
  /** A sentence may reach over the blanks before the next one. */
  const isVisible = (unit: number, line: number): boolean => {
    const { start, contentEnd } = lines[line] ?? { start: 0, contentEnd: 0 }
    return text.slice(Math.max(start, units.start[unit] ?? 0), Math.min(contentEnd, units.end[unit] ?? 0)).trim() !== ''
  }
  return {
    unitsOn: (line) => onLine(line).filter((unit) => isVisible(unit, line)),
    keep: (line, unit, length) => {
      if (units.points[unit] === pinnedPoints) return false
      const { start, contentEnd } = lines[line] ?? { start: 0, contentEnd: 0 }
      const [from, until] = [units.start[unit] ?? 0, units.end[unit] ?? 0]
      const end = start + (length ?? 0)
      const opens = from >= start && text.slice(start, from).trim() === ''
      const isOneLine = opens && text.slice(from, until).trimEnd().length <= contentEnd - from
      if (length === undefined || !isOneLine || end >= until) {
        units.pin(unit)
        return false
      }
      const cost = estimateTokens(text, from, end)
      const head = units.add({
        kind: units.kind[unit] ?? 0,
        start: from,
        end,
        needs: nothing,
        points: pinnedPoints,
        cost,
      })
      // The heading that it stands under.
      units.addCompanions(head, units.companions.get(unit) ?? [])
      units.start[unit] = end
      const points = units.points[unit] ?? 0
      if (points >= expendableBelow) units.points[unit] = Math.max(linePoints.ordinary, points + linePoints.details)
      units.cost[unit] = estimateTokens(text, end, contentEnd)
      heads.set(unit, { head, end, behind: contentEnd })
      return true
    },
    tie: (ring) => {
      if (ring.every((unit) => units.points[unit] !== pinnedPoints)) evenWorth(units, ring)
      if (ring.length < 2) return
      ring.forEach((unit, at) => {
        units.addCompanions(unit, [ring[(at + 1) % ring.length] ?? unit])
      })
    },
    finish: () => layout.partHeads(heads),
  }
}
