// Numbers different 32-bit hashes from 0 on, in a table of typed arrays, because texts have hundreds of thousands of words.

import { placed } from '../reading/hash-map.ts'

const fewestSlots = 64

/** Numbers hashes in the order of their first appearance. */
export class HashIds {
  size = 0
  private keys = new Int32Array(fewestSlots)
  /** One more than the number of the hash in each slot; 0 for none. */
  private ids = new Int32Array(fewestSlots)

  /** The number of the hash; a new one on its first appearance. */
  of(hash: number): number {
    if (2 * this.size >= this.keys.length) this.grow()
    const slot = this.slotOf(hash)
    const known = this.ids[slot] ?? 0
    if (known > 0) return known - 1
    this.size += 1
    this.keys[slot] = hash
    this.ids[slot] = this.size
    return this.size - 1
  }

  private slotOf(hash: number): number {
    const { keys, ids } = this
    const mask = keys.length - 1
    let slot = (placed(hash) >>> 8) & mask
    while (ids[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const [keys, ids] = [this.keys, this.ids]
    this.keys = new Int32Array(2 * keys.length)
    this.ids = new Int32Array(2 * keys.length)
    for (let at = 0; at < keys.length; at += 1) {
      const id = ids[at] ?? 0
      if (id === 0) continue
      const slot = this.slotOf(keys[at] ?? 0)
      this.keys[slot] = keys[at] ?? 0
      this.ids[slot] = id
    }
  }
}
