// Chooses which units go: those least needed per token first, until the budget of their kind is used up; then everything
// that kept units need comes back. The order does not depend on the budget, so a larger budget drops a superset.

import { amountOf, pointsOf } from '../units/points.ts'
import { nothing, passivePoints, pinnedPoints, type Units } from '../units/units.ts'
import { expendableBelow, wholeShare } from '../weighing/thresholds.ts'

/** How far one kind of text may be cut. */
export interface Allowance {
  /** Worth per token, in points, from which on a unit stays. */
  readonly worth: number
  /** Share of the promise of all units of this kind that may be lost, in 1/10,000; expendable units promise nothing. */
  readonly loss: number
  /** Share of their tokens that may go, in 1/10,000. */
  readonly share: number
}

/** Steps of worth per token on each half of the scale; expendable units have the lower half. */
const worthSteps = 512
const worthLevels = 2 * worthSteps
/** Keeps worth positive: no unit costs 2^31 tokens. */
const worthOffset = 248

/** What a unit is worth per token, in points. Everything expendable is worth less than anything else. */
const worthOf = (units: Units, unit: number): number => {
  const points = units.points[unit] ?? 0
  const worth = points - pointsOf(units.cost[unit] ?? 1) + worthOffset
  return points < expendableBelow ? worth : worth + worthSteps
}

/** What is lost with a unit; with an expendable one, nothing. */
const promiseOf = (points: number): number => (points < expendableBelow ? 0 : amountOf(points))

/** Droppable units by rising worth per token; of equal ones the later first. A counting sort: linear. */
const byWorth = (units: Units): Int32Array => {
  const counts = new Int32Array(worthLevels + 1)
  let droppable = 0
  for (let unit = 0; unit < units.length; unit += 1) {
    const points = units.points[unit] ?? 0
    if (points === pinnedPoints || points === passivePoints) continue
    droppable += 1
    const worth = worthOf(units, unit)
    counts[worth + 1] = (counts[worth + 1] ?? 0) + 1
  }
  for (let level = 1; level <= worthLevels; level += 1) counts[level] = (counts[level] ?? 0) + (counts[level - 1] ?? 0)
  const order = new Int32Array(droppable)
  for (let unit = units.length - 1; unit >= 0; unit -= 1) {
    const points = units.points[unit] ?? 0
    if (points === pinnedPoints || points === passivePoints) continue
    const worth = worthOf(units, unit)
    const at = counts[worth] ?? 0
    order[at] = unit
    counts[worth] = at + 1
  }
  return order
}

/** Brings back what kept units need, and what that needs in turn. Every unit enters the list once. */
const close = (units: Units, keep: Uint8Array): void => {
  const pending: number[] = []
  const bringBack = (unit: number): void => {
    if (unit === nothing || keep[unit] === 1) return
    keep[unit] = 1
    pending.push(unit)
  }
  const bringNeeds = (unit: number): void => {
    bringBack(units.needs[unit] ?? nothing)
    bringBack(units.also[unit] ?? nothing)
    const companions = units.companions.get(unit)
    if (companions !== undefined) for (const companion of companions) bringBack(companion)
  }
  for (let unit = 0; unit < units.length; unit += 1) if (keep[unit] === 1) bringNeeds(unit)
  for (let unit = pending.pop(); unit !== undefined; unit = pending.pop()) bringNeeds(unit)
}

/** One byte per unit: 1 stays, 0 goes. `allowances` holds one allowance per kind. */
export const selectUnits = (units: Units, allowances: readonly Allowance[]): Uint8Array => {
  const kinds = allowances.length
  const promised = new Float64Array(kinds)
  const tokens = new Float64Array(kinds)
  const lost = new Float64Array(kinds)
  const gone = new Float64Array(kinds)
  const keep = new Uint8Array(units.length)
  for (let unit = 0; unit < units.length; unit += 1) {
    const points = units.points[unit] ?? 0
    const kind = units.kind[unit] ?? 0
    if (points !== passivePoints) keep[unit] = 1
    tokens[kind] = (tokens[kind] ?? 0) + (units.cost[unit] ?? 1)
    if (points !== passivePoints && points !== pinnedPoints) promised[kind] = (promised[kind] ?? 0) + promiseOf(points)
  }
  const done = new Uint8Array(kinds)
  for (const unit of byWorth(units)) {
    const kind = units.kind[unit] ?? 0
    const allowance = allowances[kind]
    if (allowance === undefined || done[kind] === 1) continue
    const loss = (lost[kind] ?? 0) + promiseOf(units.points[unit] ?? 0)
    const share = (gone[kind] ?? 0) + (units.cost[unit] ?? 1)
    const fits =
      worthOf(units, unit) < allowance.worth &&
      loss * wholeShare <= (promised[kind] ?? 0) * allowance.loss &&
      share * wholeShare <= (tokens[kind] ?? 0) * allowance.share
    if (!fits) {
      done[kind] = 1
      continue
    }
    lost[kind] = loss
    gone[kind] = share
    keep[unit] = 0
  }
  close(units, keep)
  return keep
}
