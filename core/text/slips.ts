// Finds slips in the names of variables: one that is spelled wrong would do nothing, and nobody would notice.

/** Shorter names are close to those of others: `HOST` to `HOME`. */
const shortest = 10
/** From this length on a name may differ by two edits, and shorter ones by one: `METRICS_HOST` is no slip for `METRICS_PORT`. */
const long = 16

/**
 * How many letters are added, left out or exchanged from one to the other, or two neighbours swapped: libraries that are kept well count a
 * swap, the commonest slip, as two.
 */
const edits = (one: string, other: string): number => {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const at = (up: number, left: number): number => rows[row - up]?.[column - left] ?? row + column
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const cheapest = Math.min(at(1, 0) + 1, (line[column - 1] ?? 0) + 1, at(1, 1) + (isSame ? 0 : 1))
      line.push(isSwapped && row > 1 && column > 1 ? Math.min(cheapest, at(2, 2) + 1) : cheapest)
    }
    rows.push(line)
  }
  return rows[one.length]?.[other.length] ?? 0
}

export interface Slip {
  readonly name: string
  readonly meant: string
}

/** Each given name that is unknown and almost a known one. */
export const slipsIn = (given: readonly string[], known: readonly string[]): Slip[] =>
  given
    .filter((name) => name.length >= shortest && !known.includes(name))
    .flatMap((name) => {
      const most = name.length < long ? 1 : 2
      const meant = known.find((other) => Math.abs(name.length - other.length) <= most && edits(name, other) <= most)
      return meant === undefined ? [] : [{ name, meant }]
    })
