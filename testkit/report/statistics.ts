// The few statistics that the tables need, and a source of chance that a seed repeats. Pure.

/** Nearest rank: the smallest sample that at least `percent` of all samples do not exceed. Throws without samples. */
export const percentile = (samples: readonly number[], percent: number): number => {
  const sorted = samples.toSorted((left, right) => left - right)
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('There are no samples.')
  return value
}

export const median = (samples: readonly number[]): number => percentile(samples, 50)

/** What each sample has over the one that was taken beside it. Throws when they are not pairs. */
export const pairedDifferences = (samples: readonly number[], baseline: readonly number[]): number[] => {
  if (samples.length !== baseline.length) throw new RangeError('Every sample needs its partner.')
  return samples.map((sample, index) => sample - (baseline[index] ?? Number.NaN))
}

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The items in an order of chance (Fisher-Yates). */
export const shuffled = <Item>(items: readonly Item[], random: () => number): Item[] => {
  const rest = [...items]
  const order: Item[] = []
  while (rest.length > 0) order.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return order
}
