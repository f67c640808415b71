// Ranks the white space before each chunk by the ranks of what stands around it.

import { UnitKind } from '../../../text/units.ts'
import type { PairedMarks } from '../reading/pairs.ts'
import { neverRemoved, type Parts } from '../reading/parts.ts'

/** Sets `spaceRank` of each chunk's first part, chunk by chunk. */
class SpaceBinder {
  private readonly parts: Parts
  /** For each mark of an enclosing pair, the index of the other one; -1 for every other part. */
  private readonly partners: Int32Array
  /** Of the pairs of marks that are open around a chunk: what closes each, and the highest rank of what stands before it on its line. */
  private readonly closings: number[] = []
  private readonly outsides: number[] = []
  private line = -1
  /** The highest rank of what stands before the next chunk, on its line and inside what encloses it. */
  private before = 0

  constructor(parts: Parts, pairs: PairedMarks['pairs']) {
    this.parts = parts
    this.partners = parts.columns.int32(parts.count).fill(-1)
    for (const [opening, closing] of pairs) {
      this.partners[opening] = closing
      this.partners[closing] = opening
    }
  }

  bind(): void {
    for (let at = 0; at < this.parts.count; ) at = this.bindChunk(at)
  }

  private bindChunk(first: number): number {
    const { kind, chunk, line, primary, removalRank, spaceRank } = this.parts
    const opensLine = line[first] !== this.line
    if (opensLine) {
      this.line = line[first] ?? 0
      this.before = 0
      this.outsides.fill(0)
    }
    let earlier = opensLine ? neverRemoved : this.before
    let outside = 0
    let words = 0
    let whole = 0
    let at = first
    for (; chunk[at] === chunk[first]; at++) {
      const rank = removalRank[at] ?? 0
      whole = Math.max(whole, rank)
      if (primary[at] === 1 || kind[at] === UnitKind.opening) {
        words = whole
        // What follows a closing mark stands outside the pair: once the pair is gone, this space separates it from what came before.
        earlier = Math.max(earlier, outside)
      }
      outside = Math.max(outside, this.pass(at, rank))
    }
    spaceRank[first] = Math.min(words === 0 ? (removalRank[first] ?? 0) : words, earlier)
    return at
  }

  /** Returns the highest rank of what stands before the pair that ends here; 0 if no pair does. */
  private pass(at: number, rank: number): number {
    const partner = this.partners[at] ?? -1
    if (partner > at) {
      this.closings.push(partner)
      this.outsides.push(Math.max(this.before, rank))
      this.before = 0
      return 0
    }
    this.before = Math.max(this.before, rank)
    return partner < 0 ? 0 : this.leave(at)
  }

  /** The same for a closing mark, which also ends every pair that opened after its partner. */
  private leave(closing: number): number {
    const { closings, outsides } = this
    const found = closings.lastIndexOf(closing)
    if (found < 0) return 0
    let ended = 0
    while (closings.length > found) {
      closings.pop()
      ended = Math.max(ended, outsides.pop() ?? 0)
    }
    this.before = Math.max(this.before, ended)
    return ended
  }
}

/**
 * Sets `spaceRank`. White space goes with the words of its chunk, even if closing marks stay and lean on what came
 * before. It also goes once nothing is left between it and the start of its line or the mark of an enclosing pair.
 * @param pairs those that stay as long as what they enclose
 */
export const bindSpaces = (parts: Parts, pairs: PairedMarks['pairs']): void => new SpaceBinder(parts, pairs).bind()
