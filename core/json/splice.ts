// Deletes characters inside string values and changes nothing else: the result is made of slices of the original text.
// Everything it is told is checked against the tape, because what it is told may come from an engine that lies.

import { type KeptSpans, spansFault } from '../spans.ts'
import { endOf, kindOf, startOf } from './read.ts'
import { JsonKind, type JsonTape } from './scan.ts'

/** What stays of one string value. `kept` counts in UTF-16 units of `text`, the decoded value. */
export interface Edit {
  readonly node: number
  readonly text: string
  readonly kept: KeptSpans
}

/** Width of the spelling of one UTF-16 unit of the value: itself, a short escape, or `\\uXXXX`. */
const spellingAt = (units: Uint16Array, raw: number): number =>
  units[raw] !== 0x5c ? 1 : units[raw + 1] === 0x75 ? 6 : 2

/** What stays of the literal between its quotes, in the spelling it has. One pass: results hold 100,000 spans. */
const keptLiteral = (tape: JsonTape, { node, text, kept }: Edit): string => {
  const { units } = tape
  const end = endOf(tape, node) - 1
  let raw = startOf(tape, node) + 1
  const survivors = new Uint16Array(end - raw)
  let written = 0
  let decoded = 0
  for (const span of kept) {
    const from = span[0]
    const to = span[1]
    for (; decoded < from && raw < end; decoded += 1) raw += spellingAt(units, raw)
    for (; decoded < to && raw < end; decoded += 1) {
      const unit = units[raw] ?? 0
      survivors[written++] = unit
      raw += 1
      if (unit !== 0x5c) continue
      const behind = raw - 1 + spellingAt(units, raw - 1)
      while (raw < behind) survivors[written++] = units[raw++] ?? 0
    }
  }
  for (; raw < end; decoded += 1) raw += spellingAt(units, raw)
  if (raw !== end || decoded !== text.length) throw new Error('edit does not belong to this string')
  return Buffer.from(survivors.buffer, 0, written * 2).toString('utf16le')
}

/**
 * The text with each edit's deletions made. No edits: the same string.
 * Throws when an edit is not about a string value, repeats or overtakes another, or has unsound spans; nothing is half done.
 */
export const splice = (tape: JsonTape, edits: readonly Edit[]): string => {
  if (edits.length === 0) return tape.text
  const pieces: string[] = []
  let position = 0
  for (const edit of edits) {
    if (kindOf(tape, edit.node) !== JsonKind.String) throw new Error('edit of something that is not a string value')
    if (startOf(tape, edit.node) < position) throw new Error('edits are not in order')
    const fault = spansFault(edit.text, edit.kept)
    if (fault !== undefined) throw new Error(`kept spans are ${fault}`)
    pieces.push(tape.text.slice(position, startOf(tape, edit.node) + 1))
    pieces.push(keptLiteral(tape, edit))
    position = endOf(tape, edit.node) - 1
  }
  pieces.push(tape.text.slice(position))
  return pieces.join('')
}
