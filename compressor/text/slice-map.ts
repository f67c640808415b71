// A cache by what stands at a place of a text, found without cutting it out: most words of a message have been seen before,
// and a string for each would cost more than the answer. Holds copies of words, never a message.

import { ownCopy } from './own-copy.ts'

/** Forgets everything at once when full: that cannot change a result, and needs no bookkeeping per hit. */
export class SliceMap<Value> {
  private readonly most: number
  private readonly mask: number
  /** One more than the index of the key that hashes to each slot or was moved there from the slots before; 0 where none is. */
  private readonly slots: Int32Array
  private keys: string[] = []
  private values: Value[] = []

  /** @param most how many keys it holds */
  constructor(most: number) {
    this.most = most
    this.mask = 2 ** (33 - Math.clz32(most)) - 1
    this.slots = new Int32Array(this.mask + 1)
  }

  /** Where the characters `[from, end)` of the text are or would be. */
  private slotOf(text: string, from: number, end: number): number {
    let hash = end - from
    for (let at = from; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    let slot = (hash ^ (hash >>> 15)) & this.mask
    for (;;) {
      const index = this.slots[slot] ?? 0
      if (index === 0 || isSame(this.keys[index - 1] ?? '', text, from, end)) return slot
      slot = (slot + 1) & this.mask
    }
  }

  /** What `read` once made of these characters. */
  find(text: string, from: number, end: number, read: (key: string) => Value): Value {
    let slot = this.slotOf(text, from, end)
    const index = this.slots[slot] ?? 0
    const known = this.values[index - 1]
    if (index > 0 && known !== undefined) return known
    const key = ownCopy(text.slice(from, end))
    const value = read(key)
    if (this.keys.length >= this.most) {
      this.slots.fill(0)
      this.keys = []
      this.values = []
      slot = this.slotOf(text, from, end)
    }
    this.values.push(value)
    this.slots[slot] = this.keys.push(key)
    return value
  }
}

const isSame = (key: string, text: string, from: number, end: number): boolean => {
  if (key.length !== end - from) return false
  for (let at = 0; at < key.length; at++) if (key.charCodeAt(at) !== text.charCodeAt(from + at)) return false
  return true
}
