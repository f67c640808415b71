// The units of prose for an engine that deletes words: each is kept or dropped as a whole.

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
 * `[from, end)` is the visible part, `[start, from)` the white space before it, which only the first unit of a chunk has. Units
 * are in order, disjoint, and together cover their block.
 */
export interface Unit {
  readonly start: number
  readonly from: number
  readonly end: number
  readonly kind: (typeof UnitKind)[keyof typeof UnitKind]
  /** Units without white space between them share a chunk. */
  readonly chunk: number
}
