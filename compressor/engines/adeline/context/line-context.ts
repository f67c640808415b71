// What the rules of every kind work on: a text read as lines, and the units and the layout that they build of it.

import type { Layout } from '../cutting/layout.ts'
import type { JsonValue } from '../reading/json/tree.ts'
import type { Units } from '../units/units.ts'
import type { LeafRanker } from '../weighing/json-reading.ts'
import type { WeighedLines } from '../weighing/line-points.ts'

export interface LineContext extends WeighedLines {
  readonly units: Units
  readonly layout: Layout
  /** The JSON values found so far. */
  readonly values: JsonValue[]
  readonly ranker: LeafRanker
}

/** Ties lines together, keeps them, or takes them apart. */
export type LineRule = (context: LineContext) => void
