// A JSON value as the rules read it and the units that they made of it: what a ranker may look at.

import type { ColumnFacts } from '../reading/json/columns.ts'
import type { Places } from '../reading/json/places.ts'
import type { JsonTree } from '../reading/json/tree.ts'
import type { Units } from '../units/units.ts'

/** Gives the leaves of a JSON value other points than the rules did, before they are bound to each other. */
export interface LeafRanker {
  readonly leaves: (reading: JsonReading) => void
  /** An element that wraps a record of its own, as `{"node": {…}}` does, is that record, and no sample. */
  readonly keepsWrapped?: true
  /** What a call was made for is neither housekeeping nor a sample. */
  readonly keepsAnswers?: true
  /** A sample or event that says something in words of its own stays. */
  readonly keepsOwnWords?: true
  /** A list that stays or goes as a whole loses the blanks between its values, as all of JSON does. */
  readonly tightensLists?: true
  /** What is said in other languages than English is read as what is said in English. */
  readonly readsAllLanguages?: true
  /** A sign alone is a value, a moment is one by its value too, and a row with names of its own is no sample. */
  readonly readsClosely?: true
}

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
