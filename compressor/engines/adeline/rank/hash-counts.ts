// Counts 32-bit hashes: a table of typed arrays, because texts have hundreds of thousands of words.

const fewestSlots = 64
const spread = 0x9e3779b1 | 0

/** How often each hash was added. */
export class HashCounts {
  private keys = new Int32Array(fewestSlots)
  private counts = new Int32Array(fewestSlots)
  private size = 0

  /** Adds one and says how many there were before. */
  add(hash: number): number {
    if (2 * this.size >= this.keys.length) this.grow()
    const slot = this.slotOf(hash)
    const before = this.counts[slot] ?? 0
    if (before === 0) {
      this.keys[slot] = hash
      this.size += 1
    }
    this.counts[slot] = before + 1
    return before
  }

  /** How often the hash was added. */
  of(hash: number): number {
    return this.counts[this.slotOf(hash)] ?? 0
  }

  private slotOf(hash: number): number {
    const mask = this.keys.length - 1
    let slot = (Math.imul(hash, spread) >>> 8) & mask
    while (this.counts[slot] !== 0 && this.keys[slot] !== hash) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const [keys, counts] = [this.keys, this.counts]
    this.keys = new Int32Array(2 * keys.length)
    this.counts = new Int32Array(2 * keys.length)
    for (let at = 0; at < keys.length; at += 1) {
      if (counts[at] === 0) continue
      const slot = this.slotOf(keys[at] ?? 0)
      this.keys[slot] = keys[at] ?? 0
      this.counts[slot] = counts[at] ?? 0
    }
  }
}
