// The last look before a compacted body leaves: whatever went wrong before, only deletions inside the edited strings may pass.

import { JsonKind, type JsonTape, scanJson } from '../json/scan.ts'
import type { Edit } from '../json/splice.ts'

const isSubsequence = (short: string, long: string): boolean => {
  let at = 0
  for (let index = 0; index < long.length && at < short.length; index += 1)
    if (short.charCodeAt(at) === long.charCodeAt(index)) at += 1
  return at === short.length
}

/**
 * Whether `body` is the tape's text with characters deleted inside the edited string values and nowhere else: the same
 * tree, every other value and every key in its own spelling, the same bytes between them.
 */
export const onlyDeletes = (tape: JsonTape, edits: readonly Edit[], body: string): boolean => {
  const after = scanJson(body)
  if (after === undefined || after.length !== tape.length) return false
  const edited = new Set(edits.map((edit) => edit.node))
  let [before, behind] = [0, 0]
  for (let node = 0; node < tape.length; node += 1) {
    const kind = tape.cells[node * 4]
    if (after.cells[node * 4] !== kind) return false
    if (!edited.has(node)) continue
    const [start = 0, end = 0] = tape.cells.subarray(node * 4 + 1, node * 4 + 3)
    const [newStart = 0, newEnd = 0] = after.cells.subarray(node * 4 + 1, node * 4 + 3)
    if (kind !== JsonKind.String) return false
    if (tape.text.slice(before, start) !== body.slice(behind, newStart)) return false
    if (!isSubsequence(body.slice(newStart, newEnd), tape.text.slice(start, end))) return false
    ;[before, behind] = [end, newEnd]
  }
  return tape.text.slice(before) === body.slice(behind)
}
