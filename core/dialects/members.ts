// Judges the members of an object that a dialect knows.

import { type Members, rawOf } from '../json/read.ts'
import type { JsonTape } from '../json/scan.ts'

/** Whether the object has no member but these. */
export const hasOnly = (members: Members, known: ReadonlySet<string>): boolean =>
  [...members.keys()].every((name) => known.has(name))

/** Anything that is not plainly `false`: an error flag of a kind we do not know counts as one. */
export const isFlagged = (tape: JsonTape, node: number | undefined): boolean =>
  node !== undefined && !['false', 'null'].includes(rawOf(tape, node))
