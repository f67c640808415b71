// Shares with their 95 % intervals, resampled by document; always the same samples.

/** Of one document: how many there are, and how many of them count. */
export type Tally = readonly [all: number, counted: number]

export interface Share {
  readonly share: number
  readonly low: number
  readonly high: number
}

const samples = 1_000

/** The share over all documents and its interval. */
export const shareOf = (tallies: readonly Tally[]): Share => {
  const rows = tallies.filter(([all]) => all > 0)
  const total = (drawn: readonly Tally[]): number => {
    const [all, counted] = drawn.reduce(([a, c], [all, counted]) => [a + all, c + counted], [0, 0])
    return all === 0 ? Number.NaN : counted / all
  }
  let state = 1
  const draw = (): Tally => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return rows[(state >>> 8) % rows.length] ?? [0, 0]
  }
  const shares = Array.from({ length: samples }, () => total(rows.map(draw))).sort((one, other) => one - other)
  return { share: total(rows), low: shares[samples * 0.025] ?? Number.NaN, high: shares[samples * 0.975] ?? Number.NaN }
}
