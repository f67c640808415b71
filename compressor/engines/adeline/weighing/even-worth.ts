// Gives units that belong together the same worth for each of their tokens, so that a budget takes them one right behind the other.

import { amountOf, clampPoints, pointsOf } from '../units/points.ts'
import type { Units } from '../units/units.ts'
import { linePoints } from './thresholds.ts'

/** Keeps the worth of many tokens that promise little above nothing. */
const scale = 16

/** `ranked` tells what they are worth: all that they promise, by all their tokens. */
export const evenWorth = (
  { points, cost }: Units,
  members: readonly number[],
  ranked: readonly number[] = members,
): void => {
  let [promised, tokens] = [0, 0]
  for (const unit of ranked) {
    promised += amountOf(points[unit] ?? 0)
    tokens += cost[unit] ?? 1
  }
  if (tokens === 0) return
  const worth = pointsOf(1 + Math.floor(promised / (scale * tokens))) - pointsOf(scale)
  for (const unit of members)
    points[unit] = clampPoints(Math.max(linePoints.ordinary, worth + pointsOf(cost[unit] ?? 1)))
}
