// Ranks anew by learned forests what the rules neither pinned nor called expendable: lines and sentences, and leaves of JSON.

import { forgetRepeatedNames } from '../reading/json/places.ts'
import { clampPoints } from '../units/points.ts'
import type { JsonReading } from '../weighing/json-reading.ts'
import { linePoints } from '../weighing/thresholds.ts'
import { type Forest, pointsByForest } from './forest.ts'
import { visitLeaves } from './leaf-features.ts'
import { type RankedLines, visitRanked } from './line-features.ts'

/** Gives units other points than the rules did. */
export interface Ranker {
  /** Units of lines, once all of a text are known. */
  readonly lines: (context: RankedLines) => void
  /** Leaves of a JSON value, before they are tied to each other. */
  readonly leaves: (reading: JsonReading) => void
}

const ranked = (points: number): number => Math.max(linePoints.ordinary, clampPoints(points))

/** What the rules say stands. */
export const byRules: Ranker = { lines: () => undefined, leaves: () => undefined }

/** Lines by a forest over what `visitRanked` finds; JSON by the rules. */
export const byForest = (forest: Forest): Ranker => ({
  ...byRules,
  lines: (context) =>
    visitRanked(context, (unit, features) => {
      context.units.points[unit] = ranked(pointsByForest(forest, features))
    }),
})

/** Lines by the first forest, leaves of JSON by the mean of the rules and the second, over what `visitLeaves` finds. */
export const byForests = (lines: Forest, leaves: Forest): Ranker => ({
  ...byForest(lines),
  leaves: (reading) => {
    const { points } = reading.units
    forgetRepeatedNames(reading.tree, reading.places)
    visitLeaves(reading, (unit, features) => {
      points[unit] = ranked(((points[unit] ?? 0) + pointsByForest(leaves, features)) >> 1)
    })
  },
})
