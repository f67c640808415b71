// Maps under hashes of text. Words and values can be chosen so that their hashes all fall on one place of a table, where each
// is compared with all before it: half a megabyte took nine seconds, and the time grows with its square. So places hang on a secret of this process.
// What is found, and in which order it is listed, does not.

import { randomInt } from 'node:crypto'

const salt = randomInt(2 ** 32) | 0
const factor = randomInt(2 ** 32) | 1

/** Another number for each hash, which nobody outside this process can tell. No two hashes have the same. */
export const placed = (hash: number): number => {
  const mixed = Math.imul(hash ^ salt, factor)
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
}

/** Values by hashes of text. */
export class HashMap<Value> {
  private readonly all = new Map<number, Value>()

  get(hash: number): Value | undefined {
    return this.all.get(placed(hash))
  }

  has(hash: number): boolean {
    return this.all.has(placed(hash))
  }

  set(hash: number, value: Value): void {
    this.all.set(placed(hash), value)
  }

  /** In the order in which their hashes were first set. */
  values(): Iterable<Value> {
    return this.all.values()
  }
}
