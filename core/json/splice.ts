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

/** Spans of the decoded value as spans of the literal between its quotes, offsets absolute in the whole text. */
const literalSpans = (tape: JsonTape, edit: Edit): KeptSpans => {
  const start = startOf(tape, edit.node) + 1
  const end = endOf(tape, edit.node) - 1
  if (end - start === edit.text.length) return edit.kept.map(([from, to]) => [start + from, start + to])
  const spans: [number, number][] = []
  let raw = start
  let decoded = 0
  const advanceTo = (target: number): number => {
    while (decoded < target && raw < end) {
      raw += tape.text.charCodeAt(raw) !== 0x5c ? 1 : tape.text.charCodeAt(raw + 1) === 0x75 ? 6 : 2
      decoded += 1
    }
    return raw
  }
  for (const [from, to] of edit.kept) spans.push([advanceTo(from), advanceTo(to)])
  advanceTo(edit.text.length)
  if (raw !== end || decoded !== edit.text.length) throw new Error('edit does not belong to this string')
  return spans
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
    for (const [from, to] of literalSpans(tape, edit)) pieces.push(tape.text.slice(from, to))
    position = endOf(tape, edit.node) - 1
  }
  pieces.push(tape.text.slice(position))
  return pieces.join('')
}
