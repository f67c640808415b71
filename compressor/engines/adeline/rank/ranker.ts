// Ranks lines and sentences anew, by a learned forest: every unit that the rules neither pinned nor called expendable.
// JSON stays with the rules, which the learned ranker did not beat.

import type { LineContext } from '../lines/context.ts'
import { clampPoints } from '../points.ts'
import { linePoints } from '../thresholds.ts'
import { type Forest, pointsByForest } from './forest.ts'
import { lineFeatures } from './line-features.ts'

/** Gives the units of lines other points than the rules did, once all of them are known. */
export type Ranker = (context: LineContext) => void

/** What the rules say stands. */
export const byRules: Ranker = () => undefined

/** Points by a forest over `lineFeatures`. */
export const byForest =
  (forest: Forest): Ranker =>
  (context) => {
    const { unit, values, width } = lineFeatures(context)
    for (let row = 0; row < unit.length; row += 1)
      context.units.points[unit[row] ?? 0] = Math.max(
        linePoints.ordinary,
        clampPoints(pointsByForest(forest, values, row * width)),
      )
  }
