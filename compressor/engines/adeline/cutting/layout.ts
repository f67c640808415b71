// The order of the units of a text, and what is printed if some of them go: line ends and blank lines stay where they still
// separate something, so that no paragraph or record is ever joined to another.

import { isLineEnd } from '../../../text/characters.ts'
import { emitJson, type PrintedTree } from './emit-json.ts'
import type { SpanList } from './span-list.ts'

/** What separates two pieces: nothing, a line end, or a blank line. */
export const Parting = { none: 0, line: 1, paragraph: 2 } as const

interface Piece {
  /** The unit that decides, or -1 for a gap. */
  readonly unit: number
  readonly start: number
  /** End of what is printed of the content: the blanks from here to `tail` go. */
  readonly contentEnd: number
  readonly tail: number
  readonly end: number
  /** What the piece ends with; for a gap, what it separates with. */
  readonly parting: number
  readonly json?: PrintedTree
}

const isBlank = (unit: number): boolean => unit === 32 || unit === 9

/**
 * What `[start, end)` ends with. A blank line inside a unit goes with the unit, so it separates no more than a line end does:
 * otherwise dropping that unit could bring back a blank line after it.
 */
const partingAt = (text: string, start: number, end: number): number =>
  end > start && isLineEnd(text.charCodeAt(end - 1)) ? Parting.line : Parting.none

/** The pieces of one text, added from left to right. */
export class Layout {
  private readonly text: string
  private pieces: Piece[] = []

  constructor(text: string) {
    this.text = text
  }

  /** Adds a unit that is printed as it stands. */
  addVerbatim(unit: number, start: number, end: number): void {
    const parting = partingAt(this.text, start, end)
    this.pieces.push({ unit, start, contentEnd: end, tail: end, end, parting })
  }

  /** Adds a unit that loses the blanks before its line end, which begins at `contentEnd`. */
  addTidied(unit: number, start: number, contentEnd: number, end: number): void {
    let trimmed = contentEnd
    while (trimmed > start && isBlank(this.text.charCodeAt(trimmed - 1))) trimmed -= 1
    const parting = partingAt(this.text, start, end)
    this.pieces.push({ unit, start, contentEnd: trimmed, tail: contentEnd, end, parting })
  }

  /** Adds a JSON value whose units begin at `unit`; what follows it up to `end` is printed as it stands. */
  addJson(unit: number, json: PrintedTree, end: number): void {
    const { tree } = json
    const start = tree.start[0] ?? 0
    const tail = tree.isLines ? end : (tree.end[0] ?? 0)
    this.pieces.push({ unit, start, contentEnd: tail, tail, end, parting: partingAt(this.text, start, end), json })
  }

  /** Adds white space between units; as much of it is printed as is needed to separate what stays around it. */
  addGap(start: number, end: number, parting: number): void {
    if (end > start) this.pieces.push({ unit: -1, start, contentEnd: start, tail: start, end, parting })
  }

  /** Gives the beginnings of units to other units, each up to its end. */
  part(beginnings: ReadonlyMap<number, { readonly unit: number; readonly end: number }>): void {
    if (beginnings.size === 0) return
    this.pieces = this.pieces.flatMap((piece) => {
      const beginning = beginnings.get(piece.unit)
      if (beginning === undefined) return [piece]
      const { unit, end } = beginning
      return [
        { unit, start: piece.start, contentEnd: end, tail: end, end, parting: Parting.none },
        { ...piece, start: end },
      ]
    })
  }

  /** Gives the beginnings of units to other units, up to `end`, and with them what stands behind `behind`: their line ends. */
  partHeads(
    heads: ReadonlyMap<number, { readonly head: number; readonly end: number; readonly behind: number }>,
  ): void {
    if (heads.size === 0) return
    this.pieces = this.pieces.flatMap((piece) => {
      const found = heads.get(piece.unit)
      if (found === undefined) return [piece]
      const { head, end } = found
      const behind = Math.min(found.behind, piece.contentEnd)
      const inside = { contentEnd: end, tail: end, end, parting: Parting.none }
      return [
        { unit: head, start: piece.start, ...inside },
        { unit: piece.unit, start: end, contentEnd: behind, tail: behind, end: behind, parting: Parting.none },
        { ...piece, unit: head, start: behind },
      ]
    })
  }

  /** Adds the spans that are left to the list. `keep` has one byte per unit. A smaller selection never prints more. */
  emit(keep: Uint8Array, list: SpanList): void {
    let parted: number = Parting.paragraph
    for (const piece of this.pieces) {
      if (piece.unit < 0) {
        if (piece.parting > parted) {
          this.emitLineEnds(piece, piece.parting - parted, list)
          parted = piece.parting
        }
      } else if (keep[piece.unit] === 1) {
        if (piece.json === undefined) list.add(piece.start, piece.contentEnd)
        else emitJson(piece.json, keep, piece.unit, piece.end, list)
        list.add(piece.tail, piece.end)
        parted = piece.parting
      }
    }
  }

  private emitLineEnds(gap: Piece, wanted: number, list: SpanList): void {
    let missing = wanted
    for (let at = gap.start; at < gap.end && missing > 0; ) {
      const unit = this.text.charCodeAt(at)
      const end = unit === 13 && this.text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1
      if (isLineEnd(unit)) {
        list.add(at, end)
        missing -= 1
      }
      at = end
    }
  }
}
