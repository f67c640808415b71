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
  const alls = Float64Array.from(rows, ([all]) => all)
  const counts = Float64Array.from(rows, ([, counted]) => counted)
  let state = 1
  const draw = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % rows.length
  }
  /** Of as many documents as there are, each by its index. */
  const total = (indexOf: (position: number) => number): number => {
    let [all, counted] = [0, 0]
    for (let position = 0; position < rows.length; position += 1) {
      const index = indexOf(position)
      all += alls[index] ?? 0
      counted += counts[index] ?? 0
    }
    return all === 0 ? Number.NaN : counted / all
  }
  const shares = Float64Array.from({ length: samples }, () => total(draw)).sort()
  return {
    share: total((position) => position),
    low: shares[samples * 0.025] ?? Number.NaN,
    high: shares[samples * 0.975] ?? Number.NaN,
  }
}
