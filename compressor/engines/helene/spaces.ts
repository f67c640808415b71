// When the white space before a chunk goes: decided from the moments of all that stands around it.

import { UnitKind } from '../../text/units.ts'
import type { PairedMarks } from './pairs.ts'
import { forever, type Part } from './prose.ts'

/** What is open around a chunk: until which part, and how long what stood before it on the line lives. */
interface Enclosure {
  readonly closing: number
  readonly outside: number
}

/** Sets `spaceTime` of each chunk's first part, chunk by chunk. */
class SpaceBinder {
  private readonly parts: readonly Part[]
  private readonly closings: ReadonlyMap<number, number>
  private enclosures: Enclosure[] = []
  private line = -1
  /** How long anything lives that stands before the next chunk: on its line, and within what encloses it. */
  private before = 0

  constructor(parts: readonly Part[], pairs: PairedMarks['pairs']) {
    this.parts = parts
    this.closings = new Map(pairs)
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
    const closing = this.closings.get(at)
    if (closing !== undefined) {
      this.enclosures.push({ closing, outside: Math.max(this.before, time) })
      this.before = 0
      return 0
    }
    this.before = Math.max(this.before, time)
    const found = this.enclosures.findLastIndex((enclosure) => enclosure.closing === at)
    if (found < 0) return 0
    const ended = Math.max(...this.enclosures.splice(found).map(({ outside }) => outside))
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
