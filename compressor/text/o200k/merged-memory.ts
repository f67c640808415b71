// Remembers how many tokens a few short pieces were merged to: a new name comes again, in its text and in what is left of it.
// Changes no count, and holds words alone.

/** Units of a piece that is remembered, at most. */
export const longestRemembered = 28
/** A power of two. Each place holds the last piece that fell on it. */
const places = 4096
const room = 32

export class MergedMemory {
  /** The units of each piece, and its length and count before them. */
  private readonly cells = new Uint16Array(places * room)

  placeOf(units: Uint16Array, from: number, end: number): number {
    let hash = 0
    for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ (units[at] ?? 0), 0x01000193)
    return ((Math.imul(hash, 0x45d9f3b) >>> 16) & (places - 1)) * room
  }

  /** The tokens of the units `[from, end)`; 0 if they are not remembered. */
  at(place: number, units: Uint16Array, from: number, end: number): number {
    const { cells } = this
    if (cells[place] !== end - from) return 0
    for (let at = from, cell = place + 2; at < end; at += 1, cell += 1) if (cells[cell] !== units[at]) return 0
    return cells[place + 1] ?? 0
  }

  remember(place: number, units: Uint16Array, from: number, end: number, tokens: number): void {
    this.cells[place] = end - from
    this.cells[place + 1] = tokens
    this.cells.set(units.subarray(from, end), place + 2)
  }
}
