// When the white space before a chunk goes: decided from the moments of all that stands around it.

import { UnitKind } from '../../../text/units.ts'
import type { PairedMarks } from '../reading/pairs.ts'
import { forever, type Part } from '../reading/prose.ts'

/** What is open around a chunk: until which part, and how long what stood before it on the line lives. */
interface Enclosure {
  readonly closing: number
  readonly outside: number
}

/** Sets `spaceTime` of each chunk's first part, chunk by chunk. */
class SpaceBinder {
  private readonly parts: readonly Part[]
  /** Of each mark of an enclosing pair, the other one; -1 for every other part. */
  private readonly partners: Int32Array
  private enclosures: Enclosure[] = []
  private line = -1
  /** How long anything lives that stands before the next chunk: on its line, and within what encloses it. */
  private before = 0

  constructor(parts: readonly Part[], pairs: PairedMarks['pairs']) {
    this.parts = parts
    this.partners = new Int32Array(parts.length).fill(-1)
    for (const [opening, closing] of pairs) {
      this.partners[opening] = closing
      this.partners[closing] = opening
    }
  }

  bind(): void {
    for (let at = 0; at < this.parts.length; ) at = this.bindChunk(at)
  }

  private bindChunk(first: number): number {
    const { parts } = this
    const head = parts[first]
    if (head === undefined) return parts.length
    const opensLine = head.line !== this.line
    if (opensLine) {
      this.line = head.line
      this.before = 0
      this.enclosures = this.enclosures.map(({ closing }) => ({ closing, outside: 0 }))
    }
    let earlier = opensLine ? forever : this.before
    let outside = 0
    let words = 0
    let whole = 0
    let at = first
    for (; parts[at]?.chunk === head.chunk; at++) {
      const part = parts[at]
      const time = part?.time ?? 0
      whole = Math.max(whole, time)
      if (part?.primary === true || part?.kind === UnitKind.opening) {
        words = whole
        // What follows a closing mark stands outside: once the pair is gone, this space parts it from what came before.
        earlier = Math.max(earlier, outside)
      }
      outside = Math.max(outside, this.pass(at, time))
    }
    head.spaceTime = Math.min(words === 0 ? head.time : words, earlier)
    return at
  }

  /** Returns how long anything lives before the pair that ends here; 0 where none does. */
  private pass(at: number, time: number): number {
    const partner = this.partners[at] ?? -1
    if (partner > at) {
      this.enclosures.push({ closing: partner, outside: Math.max(this.before, time) })
      this.before = 0
      return 0
    }
    this.before = Math.max(this.before, time)
    return partner < 0 ? 0 : this.leave(at)
  }

  /** The same for a closing mark; what opened after its partner ends with it. */
  private leave(closing: number): number {
    const found = this.enclosures.findLastIndex((enclosure) => enclosure.closing === closing)
    if (found < 0) return 0
    const ended = this.enclosures
      .splice(found)
      .reduce((most, { outside }) => Math.max(most, outside), Number.NEGATIVE_INFINITY)
    this.before = Math.max(this.before, ended)
    return ended
  }
}

/**
 * Sets `spaceTime`. White space goes with the words of its chunk, though closing marks may stay and lean on what came
 * before; and when nothing is left between it and the start of its line, or the mark of an enclosing pair.
 * @param pairs those that live as long as what they enclose
 */
export const bindSpaces = (parts: readonly Part[], pairs: PairedMarks['pairs']): void =>
  new SpaceBinder(parts, pairs).bind()
