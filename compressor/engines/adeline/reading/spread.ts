// Sums over quantities, to tell which one lies far from the others. Sums run in document order, so that their rounding is
// the same on every machine.

/** Sums over the quantities of one column. */
export interface Spread {
  count: number
  sum: number
  squares: number
}

/** Fewer quantities have no usual value. */
const fewest = 8
/** A squared deviation below this share of the squared sum is a rounding error. */
const rounding = 1e-9

export const addQuantity = (spread: Spread, value: number): void => {
  spread.count += 1
  spread.sum += value
  spread.squares += value * value
}

/** Whether the value is more than two standard deviations from the mean. */
export const standsOut = ({ count, sum, squares }: Spread, value: number): boolean => {
  if (count < fewest) return false
  const deviation = count * value - sum
  return deviation * deviation > Math.max(4 * (count * squares - sum * sum), rounding * sum * sum)
}
