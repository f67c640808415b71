// Ranks by learned forests what the rules neither pinned nor called expendable: lines, sentences, and leaves of JSON.

import type { RankerOfText } from '../context/line-context.ts'
import { forgetRepeatedNames } from '../reading/json/places.ts'
import { clampPoints } from '../units/points.ts'
import type { Units } from '../units/units.ts'
import { linePoints } from '../weighing/thresholds.ts'
import { type Forest, pointsByForest, strangeFeatures } from './forest.ts'
import { visitLeaves } from './leaf-features.ts'
import { type RankedLines, visitRanked } from './line-features.ts'

/** Gives units other points than the rules did. */
export interface Ranker extends RankerOfText {
  /** Ranks the units of lines, once all units of a text are known. */
  readonly lines: (context: RankedLines) => void
}

/** Ranks a unit, and notes how strange it is. */
const judge = (units: Units, unit: number, points: number, strange: number): void => {
  units.points[unit] = ranked(points)
  units.ranked += 1
  units.strange += strange
}

const ranked = (points: number): number => Math.max(linePoints.ordinary, clampPoints(points))

/** Leaves the points of the rules as they are. */
export const byRules: Ranker = { lines: () => undefined, leaves: () => undefined }

/** Ranks lines by a forest over the features of `visitRanked`; JSON by the rules. */
export const byForest = (forest: Forest): Ranker => ({
  ...byRules,
  lines: (context) =>
    visitRanked(context, (unit, features) => {
      judge(context.units, unit, pointsByForest(forest, features), strangeFeatures(forest, features))
    }),
})

/** Ranks lines by the first forest, and leaves of JSON by the mean of the rules and the second, over the features of `visitLeaves`. */
export const byForests = (lines: Forest, leaves: Forest): Ranker => ({
  ...byForest(lines),
  leaves: (reading) => {
    const { units } = reading
    forgetRepeatedNames(reading.tree, reading.places)
    visitLeaves(reading, (unit, features) => {
      const mean = ((units.points[unit] ?? 0) + pointsByForest(leaves, features)) >> 1
      judge(units, unit, mean, strangeFeatures(leaves, features))
    })
  },
})
