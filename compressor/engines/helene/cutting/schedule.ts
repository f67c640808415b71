// Turns scores into moments: the one order in which a text's parts go, whatever the rate. What a rate keeps is whatever goes
// later than a moment, so a higher rate always keeps a subset. Grammar is kept by saying who may not outlive whom.

import type { PairedMarks } from '../reading/pairs.ts'
import type { Prose } from '../reading/prose.ts'
import { bindMarks } from './bindings.ts'
import { type Moments, orderWords } from './order.ts'

/** Sets `time` and `spaceTime` of every part. `dispensable`: below this score a text loses little. */
export const schedule = (prose: Prose, marks: PairedMarks, dispensable: number): Moments => {
  const moments = orderWords(prose, dispensable)
  bindMarks(prose, marks)
  return moments
}
