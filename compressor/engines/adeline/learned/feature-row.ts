// The features of one unit: small whole numbers, the same on every machine.

import { pointsOf } from '../units/points.ts'

/** Larger totals are not told apart. */
const largestTotal = 2 ** 30

/** A share in 1/1,000, rounded down. */
export const share = (amount: number, of: number): number => Math.floor((1_000 * amount) / Math.max(of, 1))

/** The points of a total, which may be 0. */
export const pointsOfTotal = (total: number): number => pointsOf(Math.max(1, Math.min(total, largestTotal)))

const [least, most] = [-32_768, 32_767]

/** A row that is reused for every unit: a text of megabytes has hundreds of thousands. */
export class FeatureRow {
  readonly values: Int16Array
  private at = 0

  constructor(width: number) {
    this.values = new Int16Array(width)
  }

  /** Begins the next unit. */
  start(): void {
    this.at = 0
  }

  /** Adds the next feature; a number beyond 16 bits becomes the nearest one within. */
  add(feature: number): void {
    this.values[this.at] = feature > most ? most : feature < least ? least : feature
    this.at += 1
  }
}
