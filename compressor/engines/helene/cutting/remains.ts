// What is left of a text, chunk by chunk, and its number of tokens, kept up to date as rank after rank is removed.
// Knows the ranks of parts, not the reasons for them.

import type { KeptSpans } from '../../../../core/text/spans.ts'
import { isBoundary, partsTokens } from '../../../text/token-boundary.ts'
import { countTokens, countTokensWithin } from '../../../text/tokens.ts'
import type { Part, Prose } from '../reading/prose.ts'

/** Parts `[first, last)` of one chunk, or a protected stretch of the text between two blocks of prose (`first === last`). */
interface Cell {
  readonly first: number
  readonly last: number
  readonly start: number
  readonly end: number
  /** Everything in it with a rank up to this is gone. */
  removedUpTo: number
  /** What is left of it then; `undefined` until it is needed. */
  shown: string | undefined
}

/** What is left of a text while more and more of it goes. */
export class Remains {
  private readonly text: string
  private readonly parts: readonly Part[]
  private readonly cells: Cell[] = []
  private readonly cellOfChunk: Int32Array
  private readonly next: Int32Array
  private readonly previous: Int32Array
  /** The o200k tokens of what is left. */
  tokens: number

  constructor({ text, parts }: Prose, tokens: number) {
    this.text = text
    this.parts = parts
    this.tokens = tokens
    this.cellOfChunk = new Int32Array((parts.at(-1)?.chunk ?? -1) + 1)
    let reached = 0
    for (let first = 0; first < parts.length; ) {
      const head = parts[first]
      if (head === undefined) break
      let last = first
      while (parts[last]?.chunk === head.chunk) last++
      if (head.start > reached) this.protect(reached, head.start)
      reached = parts[last - 1]?.end ?? head.end
      this.cellOfChunk[head.chunk] = this.cells.length
      this.cells.push({ first, last, start: head.start, end: reached, removedUpTo: -1, shown: undefined })
      first = last
    }
    if (text.length > reached) this.protect(reached, text.length)
    const count = this.cells.length
    this.next = new Int32Array(count)
    this.previous = new Int32Array(count)
    for (let at = 0; at < count; at++) {
      this.next[at] = at + 1 < count ? at + 1 : -1
      this.previous[at] = at - 1
    }
  }

  private protect(start: number, end: number): void {
    this.cells.push({ first: 0, last: 0, start, end, removedUpTo: -1, shown: undefined })
  }

  /** What is left of a cell without everything up to a rank. */
  private rendered(cell: Cell, removedUpTo: number): string {
    const { text, parts } = this
    const head = parts[cell.first]
    if (removedUpTo < 0 || cell.first === cell.last || head === undefined) return text.slice(cell.start, cell.end)
    let left = head.spaceRank > removedUpTo ? text.slice(head.start, head.from) : ''
    for (let at = cell.first; at < cell.last; at++) {
      const part = parts[at]
      if (part !== undefined && part.removalRank > removedUpTo) left += text.slice(part.from, part.end)
    }
    return left
  }

  private shown(at: number): string {
    const cell = this.cells[at]
    if (cell === undefined) return ''
    cell.shown ??= this.rendered(cell, cell.removedUpTo)
    return cell.shown
  }

  /** Tokens of the cells `[from, until)` of the list. */
  private count(from: number, until: number): number {
    let tokens = 0
    let stretch = ''
    for (let at = from; at !== until && at >= 0; at = this.next[at] ?? -1) {
      const shown = this.shown(at)
      if (stretch !== '' && partsTokens(stretch, shown)) {
        tokens += countTokens(stretch)
        stretch = shown
      } else stretch += shown
    }
    return stretch === '' ? tokens : tokens + countTokens(stretch)
  }

  /** Removes everything up to a rank from the chunk of one part. */
  remove(part: Part, rank: number): void {
    const at = this.cellOfChunk[part.chunk] ?? -1
    const cell = this.cells[at]
    if (cell === undefined || cell.removedUpTo >= rank) return
    if (this.vanishesAlone(cell, at, rank)) {
      this.tokens -= cell.shown === undefined ? this.wholeTokens(cell) : countTokens(cell.shown)
      cell.shown = ''
      cell.removedUpTo = rank
      this.unlink(at)
      return
    }
    const was = this.shown(at)
    const is = this.rendered(cell, rank)
    if (was !== is) this.replace(at, cell, was, is, rank)
    cell.removedUpTo = rank
  }

  /** Tokens of a cell that is still whole: mostly one word behind a space. */
  private wholeTokens({ first, last, start, end }: Cell): number {
    const head = this.parts[first]
    const isAlone = last === first + 1 && head?.from === start + 1 && this.text.charCodeAt(start) === 32
    return (isAlone ? head.entry.tokens : 0) || countTokensWithin(this.text, start, end)
  }

  /** Whether nothing of the cell is left, no token reached across its ends, and none will where its neighbours come to touch. */
  private vanishesAlone({ first, last }: Cell, at: number, rank: number): boolean {
    const head = this.parts[first]
    const before = this.previous[at] ?? -1
    const after = this.next[at] ?? -1
    if (head === undefined || head.spaceRank > rank || before < 0 || after < 0) return false
    for (let part = first; part < last; part++) if ((this.parts[part]?.removalRank ?? 0) > rank) return false
    const left = this.lastUnit(before)
    const right = this.firstUnit(after)
    return isBoundary(left, right) && isBoundary(left, this.firstUnit(at)) && isBoundary(this.lastUnit(at), right)
  }

  private firstUnit(at: number): number {
    const cell = this.cells[at]
    if (cell === undefined) return Number.NaN
    return cell.shown === undefined ? this.text.charCodeAt(cell.start) : cell.shown.charCodeAt(0)
  }

  private lastUnit(at: number): number {
    const cell = this.cells[at]
    if (cell === undefined) return Number.NaN
    return cell.shown === undefined ? this.text.charCodeAt(cell.end - 1) : cell.shown.charCodeAt(cell.shown.length - 1)
  }

  private replace(at: number, cell: Cell, was: string, is: string, rank: number): void {
    const after = this.next[at] ?? -1
    let from = at
    let back = this.previous[at] ?? -1
    let right = was
    let rightAfter = is !== '' ? is : after >= 0 ? this.shown(after) : '\n'
    while (back >= 0) {
      const left = this.shown(back)
      if (partsTokens(left, right) && partsTokens(left, rightAfter)) break
      from = back
      right = left
      rightAfter = left
      back = this.previous[back] ?? -1
    }
    let until = after
    let left = was
    let leftAfter = is !== '' ? is : this.shown(this.previous[at] ?? -1)
    while (until >= 0) {
      const shown = this.shown(until)
      if (partsTokens(left, shown) && (leftAfter === '' || partsTokens(leftAfter, shown))) break
      left = shown
      leftAfter = shown
      until = this.next[until] ?? -1
    }
    const before = this.count(from, until)
    cell.removedUpTo = rank
    cell.shown = is
    if (is === '') {
      this.unlink(at)
      if (from === at) from = after
    }
    this.tokens += (from === until ? 0 : this.count(from, until)) - before
  }

  private unlink(at: number): void {
    const before = this.previous[at] ?? -1
    const after = this.next[at] ?? -1
    if (before >= 0) this.next[before] = after
    if (after >= 0) this.previous[after] = before
  }

  /** What is left of the whole text without everything up to a rank, as spans; spans that touch are joined. */
  spans(removedUpTo: number): KeptSpans {
    const spans: [number, number][] = []
    let last: [number, number] = [-1, -1]
    const keep = (start: number, end: number): void => {
      if (start >= end) return
      if (last[1] === start) last[1] = end
      else {
        last = [start, end]
        spans.push(last)
      }
    }
    for (const cell of this.cells) {
      const head = this.parts[cell.first]
      if (cell.first === cell.last || head === undefined) keep(cell.start, cell.end)
      else {
        if (head.spaceRank > removedUpTo) keep(head.start, head.from)
        for (let at = cell.first; at < cell.last; at++) {
          const part = this.parts[at]
          if (part !== undefined && part.removalRank > removedUpTo) keep(part.from, part.end)
        }
      }
    }
    return spans
  }
}
