// The last look before a compacted body leaves: whatever went wrong before, only deletions inside the edited strings may pass.

import { endOf, kindOf, startOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import { remainsOf, type Spliced } from '../json/splice/body.ts'
import type { Edit } from '../json/splice/splice.ts'
import { stringEnds } from '../json/string-ends.ts'
import { unitsReader } from '../json/units.ts'

const unitsOfBody = unitsReader()
const unitsOfOriginal = unitsReader()

/** So many units are compared at once where nothing was deleted. */
const stretch = 1_024

/** Whether `body[at, end)` is the original with units deleted. */
const isSubsequence = (body: string, units: Uint16Array, start: number, end: number, original: string): boolean => {
  const originalUnits = unitsOfOriginal(original)
  const { length } = original
  let at = start
  let index = 0
  while (index < length && at < end) {
    const far = Math.min(length, index + stretch)
    if (at + far - index <= end && body.slice(at, at + far - index) === original.slice(index, far)) {
      at += far - index
      index = far
    } else for (; index < far && at < end; index += 1) if (units[at] === originalUnits[index]) at += 1
  }
  return at === end
}

/** The same of a body, in bytes. */
const onlyDeletesInBytes = (tape: JsonTape, bytes: Buffer, edits: readonly Edit[], body: Buffer): boolean => {
  let before = 0
  let behind = 0
  for (const { node, noted } of edits) {
    if (kindOf(tape, node) !== JsonKind.String) return false
    // Behind the opening quote, and behind the closing one: what is between edits is the same in both.
    const start = startOf(tape, node) + 1
    const end = endOf(tape, node)
    const newStart = behind + start - before
    if (newStart > body.length || bytes.compare(body, behind, newStart, before, start) !== 0) return false
    const length = remainsOf({ bytes, start, end: end - 1 }, body, newStart, noted?.cut?.places)
    if (length === undefined) return onlyDeletesInText(tape, edits, body.toString('latin1'))
    if (length < 0) return false
    before = end - 1
    behind = newStart + length
  }
  return bytes.compare(body, behind, body.length, before) === 0
}

/**
 * Whether `body` is the tape's text with characters deleted inside the edited string values and nowhere else: each of
 * them still a string, and the same bytes everywhere between them. Edits in the order of the text.
 */
export const onlyDeletes = (tape: JsonTape, edits: readonly Edit[], body: Spliced): boolean => {
  if (typeof body === 'string') return onlyDeletesInText(tape, edits, body)
  return tape.bytes !== undefined && onlyDeletesInBytes(tape, tape.bytes, edits, body)
}

const onlyDeletesInText = (tape: JsonTape, edits: readonly Edit[], body: string): boolean => {
  const { text } = tape
  const units = unitsOfBody(body)
  const endOfString = stringEnds(units)
  let before = 0
  let behind = 0
  for (const { node } of edits) {
    if (kindOf(tape, node) !== JsonKind.String) return false
    const start = startOf(tape, node)
    const end = endOf(tape, node)
    const newStart = behind + start - before
    if (text.slice(before, start) !== body.slice(behind, newStart)) return false
    const newEnd = body.charCodeAt(newStart) === 0x22 ? endOfString(newStart) : -1
    if (newEnd < 0 || !isSubsequence(body, units, newStart, newEnd, text.slice(start, end))) return false
    before = end
    behind = newEnd
  }
  return text.slice(before) === body.slice(behind)
}
