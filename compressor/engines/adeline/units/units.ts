// The pieces of a text that stay or go as wholes, in document order, and what each needs beside it.
// Knows nothing of kinds of text, and nothing of why a piece is worth what it is worth.

/** No other unit has to stay for this one. */
export const nothing = -1

/** Points of a unit that no budget may drop. */
export const pinnedPoints = 1_000
/** Points of a unit that stays only for the sake of others: the braces of an object, a file's header in a diff. */
export const passivePoints = -1

export interface Unit {
  /** The kind of text, which names the allowance that the unit falls under. */
  readonly kind: number
  /** Its own characters (UTF-16, end exclusive). Where units nest, the inner ones lie inside the outer ones. */
  readonly start: number
  readonly end: number
  /** The unit that has to stay if this one does: its parent, heading, header or exception. */
  readonly needs: number
  /** How likely a later turn needs it, in eighths of a doubling; or one of the two above. */
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
  /** Further units that have to stay with one, where two columns do not suffice. */
  readonly companions = new Map<number, readonly number[]>()

  get length(): number {
    return this.start.length
  }

  /** Appends a unit and says its index. */
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
}
