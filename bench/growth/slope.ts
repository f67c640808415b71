// A straight line through measured points, and how far they lie from it.

import type { Point } from '../../testkit/report/charts/curves.ts'
import { mean } from '../../testkit/report/statistics.ts'

export interface Slope {
  /** Of the line of least squares: y for one x. */
  readonly perOne: number
  /** The largest distance of a point from the line, as a part of the largest y. */
  readonly farthest: number
}

/** Throws `RangeError` unless there are two points with different x. */
export const slopeOf = (points: readonly Point[]): Slope => {
  const [centreX, centreY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const spread = points.reduce((sum, { x }) => sum + (x - centreX) ** 2, 0)
  if (!(spread > 0)) throw new RangeError('A slope takes two points.')
  const perOne = points.reduce((sum, { x, y }) => sum + (x - centreX) * (y - centreY), 0) / spread
  const most = Math.max(...points.map(({ y }) => Math.abs(y)))
  const distances = points.map(({ x, y }) => Math.abs(y - (centreY + perOne * (x - centreX))))
  return { perOne, farthest: Math.max(...distances) / most }
}
