// A cache keyed by a slice of a text that need not be cut out: most words of a message are known, and a string for each would
// cost more than its value. Holds copies of words, never a message.

import { ownCopy } from './own-copy.ts'

/** Longer keys are not kept. */
const longestKey = 40
/** Average room for each key, in UTF-16 units. */
const keyRoom = 16

/** Forgets everything at once when it is full, which changes no result and needs no bookkeeping on each hit. */
export class SliceMap<Value> {
  private readonly most: number
  private readonly mask: number
  /** Where the key of each slot begins, which hashes to it or to a full slot before; 0 for an empty slot. */
  private readonly slots: Int32Array
  /** One key after the other: the index of its value, its length, its UTF-16 units. */
  private readonly keys: Uint16Array
  private values: Value[] = []
  /** Where the next key begins. */
  private free = 1

  /** @param most how many keys it holds; 65,536 at most */
  constructor(most: number) {
    this.most = most
    this.mask = 2 ** (33 - Math.clz32(most)) - 1
    this.slots = new Int32Array(this.mask + 1)
    this.keys = new Uint16Array(most * keyRoom)
  }

  /** The slot of the characters `[from, end)` of the text, or the empty one where they belong. */
  private slotOf(text: string, from: number, end: number): number {
    let hash = end - from
    for (let at = from; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    let slot = (hash ^ (hash >>> 15)) & this.mask
    for (;;) {
      const key = this.slots[slot] ?? 0
      if (key === 0 || this.isKey(key, text, from, end)) return slot
      slot = (slot + 1) & this.mask
    }
  }

  private isKey(key: number, text: string, from: number, end: number): boolean {
    const { keys } = this
    if (keys[key + 1] !== end - from) return false
    for (let at = from, next = key + 2; at < end; at++, next++) if (keys[next] !== text.charCodeAt(at)) return false
    return true
  }

  /** The value that `read` makes of these characters. */
  find(text: string, from: number, end: number, read: (key: string) => Value): Value {
    if (end - from > longestKey) return read(text.slice(from, end))
    const key = this.slots[this.slotOf(text, from, end)] ?? 0
    const known = key === 0 ? undefined : this.values[this.keys[key] ?? 0]
    return known ?? this.add(text, from, end, read)
  }

  private add(text: string, from: number, end: number, read: (key: string) => Value): Value {
    const value = read(ownCopy(text.slice(from, end)))
    if (this.values.length === this.most || this.free + longestKey + 2 > this.keys.length) this.forget()
    this.slots[this.slotOf(text, from, end)] = this.free
    this.keys[this.free++] = this.values.push(value) - 1
    this.keys[this.free++] = end - from
    for (let at = from; at < end; at++) this.keys[this.free++] = text.charCodeAt(at)
    return value
  }

  private forget(): void {
    this.slots.fill(0)
    this.values = []
    this.free = 1
  }
}
