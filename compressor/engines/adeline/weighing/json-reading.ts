// A JSON value as the rules read it and the units that they made of it: what a ranker may look at.

import type { ColumnFacts } from '../reading/json/columns.ts'
import type { Places } from '../reading/json/places.ts'
import type { JsonTree } from '../reading/json/tree.ts'
import type { Units } from '../units/units.ts'

export interface JsonReading {
  readonly tree: JsonTree
  readonly facts: ColumnFacts
  readonly places: Places
  /** Class of every leaf's value. */
  readonly values: Uint8Array
  readonly units: Units
  /** The unit of the first piece. */
  readonly first: number
}
