// The last look before a compacted body leaves: whatever went wrong before, only deletions inside the edited strings may pass.

import { endOf, kindOf, startOf } from '../json/read.ts'
import { endOfString, JsonKind, type JsonTape, unitsOf } from '../json/scan.ts'
import type { Edit } from '../json/splice.ts'

/** Whether `short[start, end)` is `long[from, to)` with units deleted. */
const isSubsequence = (
  short: Uint16Array,
  [start, end]: readonly [number, number],
  long: Uint16Array,
  [from, to]: readonly [number, number],
): boolean => {
  let at = start
  for (let index = from; index < to && at < end; index += 1) if (short[at] === long[index]) at += 1
  return at === end
}

/**
 * Whether `body` is the tape's text with characters deleted inside the edited string values and nowhere else: each of
 * them still a string, and the same bytes everywhere between them. Edits in the order of the text.
 */
export const onlyDeletes = (tape: JsonTape, edits: readonly Edit[], body: string): boolean => {
  const { text } = tape
  const units = unitsOf(body)
  let before = 0
  let behind = 0
  for (const { node } of edits) {
    if (kindOf(tape, node) !== JsonKind.String) return false
    const start = startOf(tape, node)
    const end = endOf(tape, node)
    const newStart = behind + start - before
    if (text.slice(before, start) !== body.slice(behind, newStart)) return false
    const newEnd = body.charCodeAt(newStart) === 0x22 ? endOfString(units, newStart) : -1
    if (newEnd < 0 || !isSubsequence(units, [newStart, newEnd], tape.units, [start, end])) return false
    before = end
    behind = newEnd
  }
  return text.slice(before) === body.slice(behind)
}
