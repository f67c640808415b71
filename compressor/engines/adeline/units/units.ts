// Units: the pieces of a text that stay or go as wholes, in document order, each with the units that it needs.
// Knows neither the kinds of text nor the reasons for a unit's points.

/** In place of a unit's index: no unit. */
export const nothing = -1

/** Points of a unit that no budget may drop. */
export const pinnedPoints = 1_000
/** Points of a unit that stays only if another one needs it: the braces of an object, the header of a table. */
export const passivePoints = -1

const endsWith = (list: readonly number[], end: readonly number[]): boolean =>
  end.every((one, at) => list[list.length - end.length + at] === one)

export interface Unit {
  /** The kind of text, which names the allowance that the unit falls under. */
  readonly kind: number
  /** Its own characters (UTF-16, end exclusive). Where units nest, the inner ones lie inside the outer ones. */
  readonly start: number
  readonly end: number
  /** The unit that has to stay if this one does: its parent, heading, header or exception. */
  readonly needs: number
  /** How likely a later turn needs it, in eighths of a doubling; or `pinnedPoints`, or `passivePoints`. */
  readonly points: number
  /** Estimated tokens, at least 1. */
  readonly cost: number
}

/** Units of one text, column by column: a text of megabytes has hundreds of thousands. */
export class Units {
  readonly kind: number[] = []
  readonly start: number[] = []
  readonly end: number[] = []
  readonly needs: number[] = []
  /** A second unit that has to stay if this one does: the identity of a record, the one element that keeps a list from being empty. */
  readonly also: number[] = []
  readonly points: number[] = []
  readonly cost: number[] = []
  /** All further units that have to stay with a unit, by its index. */
  readonly companions = new Map<number, number[]>()
  /** How many units a learned ranker judged, and how many of their features lie beyond what it learned from. */
  ranked = 0
  strange = 0

  get length(): number {
    return this.start.length
  }

  /** Appends a unit and returns its index. */
  add(unit: Unit): number {
    this.kind.push(unit.kind)
    this.start.push(unit.start)
    this.end.push(unit.end)
    this.needs.push(unit.needs)
    this.also.push(nothing)
    this.points.push(unit.points)
    this.cost.push(unit.cost)
    return this.start.length - 1
  }

  /** Keeps a unit at every budget, unless it stays only where another one needs it. */
  pin(unit: number): void {
    if (this.points[unit] !== passivePoints) this.points[unit] = pinnedPoints
  }

  /** Makes further units stay with a unit. A unit of many lines is tied to the same ones for each: what was added last is not added again. */
  addCompanions(unit: number, others: readonly number[]): void {
    const known = this.companions.get(unit)
    if (known === undefined) this.companions.set(unit, [...others])
    else if (!endsWith(known, others)) for (const other of others) known.push(other)
  }
}
