// A list of 32-bit integers that grows: a fraction of the memory of a list of numbers.

export class Int32List {
  /** Small at first: a log may hold a hundred thousand values, each with lists of its own. */
  values = new Int32Array(16)
  length = 0

  /** Makes room for so many more; they are written to `values` directly. Gives the index of the first. */
  grow(count: number): number {
    const first = this.length
    this.length += count
    if (this.length > this.values.length) {
      const larger = new Int32Array(Math.ceil(1.5 * this.length))
      larger.set(this.values)
      this.values = larger
    }
    return first
  }

  push(value: number): void {
    const index = this.grow(1)
    this.values[index] = value
  }
}
