// Features of ranked units, row by row: small whole numbers, the same on every machine.

const [least, most] = [-32_768, 32_767]

/** Rows of features, one per unit that is ranked, written one after the other. */
export class FeatureTable {
  readonly width: number
  /** The unit of each row. */
  readonly unit: readonly number[]
  readonly values: Int16Array
  private at = 0

  constructor(width: number, unit: readonly number[]) {
    this.width = width
    this.unit = unit
    this.values = new Int16Array(width * unit.length)
  }

  /** The next feature of the row, or the first of the next one; beyond 16 bits the nearest number within. */
  add(feature: number): void {
    this.values[this.at] = feature > most ? most : feature < least ? least : feature
    this.at += 1
  }
}
