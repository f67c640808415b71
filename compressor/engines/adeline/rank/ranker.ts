// Ranks lines and sentences anew, by a learned forest: every unit that the rules neither pinned nor called expendable.
// JSON stays with the rules, which the learned ranker did not beat.

import type { LineContext } from '../lines/context.ts'
import { clampPoints } from '../points.ts'
import { linePoints } from '../thresholds.ts'
import { type Forest, pointsByForest } from './forest.ts'
import { visitRanked } from './line-features.ts'

/** Gives the units of lines other points than the rules did, once all of them are known. */
export type Ranker = (context: LineContext) => void

/** What the rules say stands. */
export const byRules: Ranker = () => undefined

/** Points by a forest over what `visitRanked` finds. */
export const byForest =
  (forest: Forest): Ranker =>
  (context) =>
    visitRanked(context, (unit, features) => {
      context.units.points[unit] = Math.max(linePoints.ordinary, clampPoints(pointsByForest(forest, features)))
    })
