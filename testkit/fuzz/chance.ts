// Chance that can be had again: the same numbers for the same seed.

/** Draws that follow from one seed (mulberry32). */
export class Chance {
  private state: number

  constructor(seed: number) {
    this.state = seed | 0
  }

  /** A whole number from 0 to `below`, exclusive. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }

  /** One of the things, which must not be none. */
  pick<T>(things: readonly [T, ...T[]]): T {
    return things[this.below(things.length)] ?? things[0]
  }

  /** `write` this often, joined. */
  times(count: number, write: (at: number) => string, between = ''): string {
    return Array.from({ length: count }, (_, at) => write(at)).join(between)
  }
}
