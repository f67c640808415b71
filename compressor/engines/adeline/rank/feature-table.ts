// Features of ranked units, row by row: small whole numbers, the same on every machine.

const [least, most] = [-32_768, 32_767]

/** Rows of `width` features, one per unit that is ranked. */
export class FeatureTable {
  readonly width: number
  /** The unit of each row. */
  readonly unit: Int32Array
  readonly values: Int16Array

  constructor(width: number, units: readonly number[]) {
    this.width = width
    this.unit = Int32Array.from(units)
    this.values = new Int16Array(width * units.length)
  }

  /** Fills a row; numbers beyond 16 bits become the nearest ones within. */
  fill(row: number, features: readonly number[]): void {
    for (let at = 0; at < this.width; at += 1)
      this.values[row * this.width + at] = Math.max(least, Math.min(most, features[at] ?? 0))
  }
}
