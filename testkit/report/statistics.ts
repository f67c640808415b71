// The few statistics that the tables need. Pure.

/** Nearest rank: the smallest sample that at least `percent` of all samples do not exceed. Throws without samples. */
export const percentile = (samples: readonly number[], percent: number): number => {
  const sorted = samples.toSorted((left, right) => left - right)
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('There are no samples.')
  return value
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const mean = (values: readonly number[]): number => sum(values) / values.length

/** A share in percent, with one decimal; a dash where there is none, as of nothing. */
export const percent = (share: number | undefined): string =>
  share === undefined || !Number.isFinite(share) ? '–' : (100 * share).toFixed(1).replace(/^-0\.0$/, '0.0')

export const median = (samples: readonly number[]): number => percentile(samples, 50)

/** What each sample has over the one that was taken beside it. Throws when they are not pairs. */
export const pairedDifferences = (samples: readonly number[], baseline: readonly number[]): number[] => {
  if (samples.length !== baseline.length) throw new RangeError('Every sample needs its partner.')
  return samples.map((sample, index) => sample - (baseline[index] ?? Number.NaN))
}
