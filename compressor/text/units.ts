// The units of prose for an engine that deletes words: each is kept or dropped as a whole.

import type { Columns } from './columns.ts'

export const UnitKind = {
  word: 0,
  /** Anything with a digit: amounts, dates, versions, ids. */
  number: 1,
  /** Opaque: URL, path, e-mail, identifier, inline code, Markdown link. */
  atom: 2,
  /** Symbols and pictographs that stand alone. */
  symbol: 3,
  opening: 4,
  closing: 5,
  /** A mark that opens and closes: straight quotes, emphasis. */
  quote: 6,
  /** Ends a sentence. */
  stop: 7,
  /** Comma, semicolon, colon. */
  pause: 8,
  dash: 9,
  /** Opens a list item, a heading or a quoted line. */
  bullet: 10,
  lineBreak: 11,
} as const

/**
 * Units in their order, number by number, a column for each thing that is known of them. `[from, end)` is the visible part,
 * `[start, from)` the white space before it, which only the first unit of a chunk has. They are disjoint, and those of a block
 * together cover it.
 */
export class UnitList {
  count = 0
  start: Int32Array
  from: Int32Array
  end: Int32Array
  /** Units without white space between them share a chunk. */
  chunk: Int32Array
  kind: Uint8Array

  private readonly columns: Columns

  /** @param room for how many units; it grows */
  constructor(columns: Columns, room: number) {
    this.columns = columns
    this.start = columns.int32(room)
    this.from = columns.int32(room)
    this.end = columns.int32(room)
    this.chunk = columns.int32(room)
    this.kind = columns.uint8(room)
  }

  add(start: number, from: number, end: number, kind: number, chunk: number): void {
    if (this.count === this.kind.length) this.grow()
    const at = this.count++
    this.start[at] = start
    this.from[at] = from
    this.end[at] = end
    this.kind[at] = kind
    this.chunk[at] = chunk
  }

  private grow(): void {
    const wider = new UnitList(this.columns, 2 * this.count + 16)
    wider.start.set(this.start)
    wider.from.set(this.from)
    wider.end.set(this.end)
    wider.chunk.set(this.chunk)
    wider.kind.set(this.kind)
    Object.assign(this, { ...wider, count: this.count })
  }
}
