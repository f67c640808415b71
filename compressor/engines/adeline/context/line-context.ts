// What the rules of every kind work on: a text read as lines, and the units and the layout that they build of it.

import type { Layout } from '../cutting/layout.ts'
import type { JsonValue } from '../reading/json/tree.ts'
import type { Units } from '../units/units.ts'
import type { LeafRanker } from '../weighing/json-reading.ts'
import type { WeighedLines } from '../weighing/line-points.ts'

/** What the ranker of a text wants of the rules. */
export interface RankerOfText extends LeafRanker {
  /** A sentence that stands below another heading too says it of that as well, and is no repeat. */
  readonly keepsBelowHeadings?: true
}

export interface LineContext extends WeighedLines {
  readonly units: Units
  readonly layout: Layout
  /** The JSON values found so far. */
  readonly values: JsonValue[]
  readonly ranker: RankerOfText
}

/** Ties lines together, keeps them, or takes them apart. */
export type LineRule = (context: LineContext) => void
