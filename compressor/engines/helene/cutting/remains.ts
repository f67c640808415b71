// What is left of a text, chunk by chunk, and its number of tokens, kept up to date as rank after rank is removed.
// Knows the ranks of parts, not the reasons for them.

import type { Source } from '../../../text/source.ts'
import { isBoundary, partsTokens } from '../../../text/token-boundary.ts'
import { countTokens, countUnits } from '../../../text/tokens.ts'
import type { Parts } from '../reading/parts.ts'
import type { Prose } from '../reading/prose.ts'

/**
 * How many characters may be counted again, for each of the text: what is left of prose is counted again at most three times. A row of
 * marks, whose tokens reach from one to the next, would be counted again with each mark that goes.
 */
const mostCounted = 8

/** What is left of a text while more and more of it goes. */
export class Remains {
  private readonly source: Source
  private readonly parts: Parts
  /** How many cells there are: chunks, and stretches of the text between blocks of prose, which are protected. */
  private cells = 0
  /** Of each cell: its parts `[first, last)`, none if it is protected, and its characters `[start, end)`. */
  private readonly first: Int32Array
  private readonly last: Int32Array
  private readonly start: Int32Array
  private readonly end: Int32Array
  /** Of each cell: everything in it with a rank up to this is gone. */
  private readonly removedUpTo: Int32Array
  /** What is left of it then; `undefined` until it is needed. */
  private readonly shown: (string | undefined)[]
  /** The cells beside each one that are left; -1 for none. */
  private readonly next: Int32Array
  private readonly previous: Int32Array
  private readonly cellOfChunk: Int32Array
  /** The o200k tokens of what is left. */
  tokens: number
  /** Characters that may still be counted again. */
  private patience: number

  constructor({ source, parts }: Prose, tokens: number) {
    this.source = source
    this.parts = parts
    this.tokens = tokens
    this.patience = mostCounted * source.text.length
    const { columns, count, start, end, chunk } = parts
    this.cellOfChunk = columns.int32((chunk[count - 1] ?? -1) + 1)
    // No two protected stretches stand side by side.
    const most = 2 * this.cellOfChunk.length + 1
    this.first = columns.int32(most)
    this.last = columns.int32(most)
    this.start = columns.int32(most)
    this.end = columns.int32(most)
    let reached = 0
    for (let first = 0; first < count; ) {
      const last = parts.runEnd(chunk, first)
      const from = start[first] ?? 0
      if (from > reached) this.addCell(0, 0, reached, from)
      reached = end[last - 1] ?? 0
      this.cellOfChunk[chunk[first] ?? 0] = this.cells
      this.addCell(first, last, from, reached)
      first = last
    }
    if (source.text.length > reached) this.addCell(0, 0, reached, source.text.length)
    this.removedUpTo = columns.int32(this.cells).fill(-1)
    this.shown = new Array<string | undefined>(this.cells).fill(undefined)
    this.next = columns.int32(this.cells)
    this.previous = columns.int32(this.cells)
    for (let cell = 0; cell < this.cells; cell++) {
      this.next[cell] = cell + 1 < this.cells ? cell + 1 : -1
      this.previous[cell] = cell - 1
    }
  }

  private addCell(first: number, last: number, start: number, end: number): void {
    const cell = this.cells++
    this.first[cell] = first
    this.last[cell] = last
    this.start[cell] = start
    this.end[cell] = end
  }

  /** What is left of a cell without everything up to a rank. */
  private rendered(cell: number, removedUpTo: number): string {
    const { text } = this.source
    const { from, end, removalRank, spaceRank } = this.parts
    const start = this.start[cell] ?? 0
    const first = this.first[cell] ?? 0
    const last = this.last[cell] ?? 0
    if (removedUpTo < 0 || first === last) return text.slice(start, this.end[cell])
    let left = (spaceRank[first] ?? 0) > removedUpTo ? text.slice(start, from[first]) : ''
    for (let at = first; at < last; at++)
      if ((removalRank[at] ?? 0) > removedUpTo) left += text.slice(from[at], end[at])
    return left
  }

  private shownOf(cell: number): string {
    const shown = this.shown[cell] ?? this.rendered(cell, this.removedUpTo[cell] ?? -1)
    this.shown[cell] = shown
    return shown
  }

  /** Whether so much has been counted again that nothing more is to be removed. */
  get isExhausted(): boolean {
    return this.patience < 0
  }

  /** Tokens of the cells `[from, until)` of the list. */
  private count(from: number, until: number): number {
    let tokens = 0
    let stretch = ''
    // Not read off the stretch: each look into a string that is still being added to copies all of it.
    let last = ''
    for (let cell = from; cell !== until && cell >= 0; cell = this.next[cell] ?? -1) {
      const shown = this.shownOf(cell)
      this.patience -= shown.length
      if (last !== '' && partsTokens(last, shown)) {
        tokens += countTokens(stretch)
        stretch = shown
      } else stretch += shown
      if (shown !== '') last = shown
    }
    return stretch === '' ? tokens : tokens + countTokens(stretch)
  }

  /** Removes everything up to a rank from the chunk of one part. */
  remove(part: number, rank: number): void {
    const cell = this.cellOfChunk[this.parts.chunk[part] ?? 0] ?? 0
    if ((this.removedUpTo[cell] ?? 0) >= rank) return
    if (this.vanishesAlone(cell, rank)) {
      const shown = this.shown[cell]
      this.tokens -= shown === undefined ? this.wholeTokens(cell) : countTokens(shown)
      this.shown[cell] = ''
      this.removedUpTo[cell] = rank
      this.unlink(cell)
      return
    }
    const was = this.shownOf(cell)
    const is = this.rendered(cell, rank)
    if (was !== is) this.replace(cell, was, is, rank)
    this.removedUpTo[cell] = rank
  }

  /** Tokens of a cell that is still whole: mostly one word behind a space. */
  private wholeTokens(cell: number): number {
    const { units } = this.source
    const first = this.first[cell] ?? 0
    const start = this.start[cell] ?? 0
    const isAlone = this.last[cell] === first + 1 && this.parts.from[first] === start + 1 && units[start] === 32
    return (isAlone ? this.parts.tokens[first] : 0) || countUnits(units, start, this.end[cell] ?? 0)
  }

  /** Whether nothing of the cell is left, no token reached across its ends, and none will where its neighbours come to touch. */
  private vanishesAlone(cell: number, rank: number): boolean {
    const { removalRank, spaceRank } = this.parts
    const first = this.first[cell] ?? 0
    const before = this.previous[cell] ?? -1
    const after = this.next[cell] ?? -1
    if ((spaceRank[first] ?? 0) > rank || before < 0 || after < 0) return false
    for (let part = first; part < (this.last[cell] ?? 0); part++) if ((removalRank[part] ?? 0) > rank) return false
    const left = this.lastUnit(before)
    const right = this.firstUnit(after)
    return isBoundary(left, right) && isBoundary(left, this.firstUnit(cell)) && isBoundary(this.lastUnit(cell), right)
  }

  private firstUnit(cell: number): number {
    const shown = this.shown[cell]
    return shown === undefined ? (this.source.units[this.start[cell] ?? 0] ?? 0) : shown.charCodeAt(0)
  }

  private lastUnit(cell: number): number {
    const shown = this.shown[cell]
    return shown === undefined
      ? (this.source.units[(this.end[cell] ?? 0) - 1] ?? 0)
      : shown.charCodeAt(shown.length - 1)
  }

  private replace(cell: number, was: string, is: string, rank: number): void {
    const after = this.next[cell] ?? -1
    let from = cell
    let back = this.previous[cell] ?? -1
    let right = was
    let rightAfter = is !== '' ? is : after >= 0 ? this.shownOf(after) : '\n'
    while (back >= 0) {
      const left = this.shownOf(back)
      if (partsTokens(left, right) && partsTokens(left, rightAfter)) break
      from = back
      right = left
      rightAfter = left
      back = this.previous[back] ?? -1
    }
    let until = after
    let left = was
    const before = this.previous[cell] ?? -1
    let leftAfter = is !== '' || before < 0 ? is : this.shownOf(before)
    while (until >= 0) {
      const shown = this.shownOf(until)
      if (partsTokens(left, shown) && (leftAfter === '' || partsTokens(leftAfter, shown))) break
      left = shown
      leftAfter = shown
      until = this.next[until] ?? -1
    }
    const tokens = this.count(from, until)
    this.removedUpTo[cell] = rank
    this.shown[cell] = is
    if (is === '') {
      this.unlink(cell)
      if (from === cell) from = after
    }
    this.tokens += (from === until ? 0 : this.count(from, until)) - tokens
  }

  private unlink(cell: number): void {
    const before = this.previous[cell] ?? -1
    const after = this.next[cell] ?? -1
    if (before >= 0) this.next[before] = after
    if (after >= 0) this.previous[after] = before
  }
}
