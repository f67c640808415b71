// Points: eighths of a doubling. Adding 8 points says "twice as likely to be needed". Integer arithmetic only.

/** 2^(n/8) in 1/256, for n of 0 to 7. */
const fractions: readonly number[] = [256, 279, 304, 332, 362, 395, 431, 470]
/** 8 log2(1 + n/16), rounded, for n of 0 to 15. */
const mantissas: readonly number[] = [0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 8]

const fewest = 0
const most = 200

/** The nearest points that `amountOf` can turn into an amount. */
export const clampPoints = (points: number): number => Math.max(fewest, Math.min(most, points))

/** The amount that points stand for; doubles every 8 points. An integer, at least 256. */
export const amountOf = (points: number): number => {
  const clamped = clampPoints(points)
  return (fractions[clamped & 7] ?? 256) * 2 ** (clamped >> 3)
}

/** 8 log2 of a whole number of at least 1, rounded. */
export const pointsOf = (amount: number): number => {
  const exponent = 31 - Math.clz32(amount)
  const mantissa = exponent >= 4 ? (amount >>> (exponent - 4)) & 15 : (amount << (4 - exponent)) & 15
  return exponent * 8 + (mantissas[mantissa] ?? 0)
}
