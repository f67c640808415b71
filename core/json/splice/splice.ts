// Deletes characters inside string values and changes nothing else: the result is made of slices of the original text.
// Everything it is told is checked against the tape, because what it is told may come from an engine that lies.

import { type PackedSpans, type Span, type SpanList, spansFault } from '../../text/spans.ts'
import { endOf, kindOf, startOf } from '../read.ts'
import { JsonKind, type JsonTape } from '../scan.ts'
import { unitsReader } from '../units.ts'

const unitsOf = unitsReader()

/** Where the spans that were kept of a value last stand in its spelling, in bytes from its opening quote on: see `Edit`. */
export interface Cuts {
  cut?: { readonly kept: PackedSpans; readonly places: Int32Array }
}

/** What stays of one string value. `kept` counts in UTF-16 units of `text`, the decoded value. */
export interface Edit {
  readonly node: number
  readonly text: string
  readonly kept: SpanList
  /** What is known of the value; it is added to. */
  readonly noted?: Cuts | undefined
}

/** How many bytes the character of a UTF-8 lead byte has. */
const bytesOfCharacter = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)

/** So far escapes are looked for one character after the other: a search costs as much. */
const nearby = 24

/** Where the next escape of a value stands at or behind a place in it; its length if there is none. */
const nextEscape = (value: string, from: number): number => {
  const near = Math.min(value.length, from + nearby)
  for (let index = from; index < near; index += 1) if (value.charCodeAt(index) === 0x5c) return index
  const found = near === value.length ? -1 : value.indexOf('\\', near)
  return found < 0 ? value.length : found
}

const lengthOfEscape = (value: string, at: number): number => (value.charCodeAt(at + 1) === 0x75 ? 6 : 2)

/** How far in a value's spelling a position of the value stands, where a unit of the one is a unit of the other, escapes aside. */
const placesInUnits = (value: string): ((decoded: number) => number) => {
  let raw = 0
  let reached = 0
  let nextAt = nextEscape(value, 0)
  return (decoded) => {
    while (reached < decoded && raw < value.length) {
      if (raw === nextAt) {
        raw += lengthOfEscape(value, raw)
        reached += 1
        nextAt = nextEscape(value, raw)
      } else {
        const units = Math.min(nextAt - raw, decoded - reached)
        raw += units
        reached += units
      }
    }
    return reached === decoded ? raw : -1
  }
}

/** The same of bytes, which are more than ASCII. */
const placesInBytes = (value: string): ((decoded: number) => number) => {
  let raw = 0
  let reached = 0
  return (decoded) => {
    while (reached < decoded && raw < value.length) {
      const unit = value.charCodeAt(raw)
      const bytes = bytesOfCharacter(unit)
      raw += unit === 0x5c ? lengthOfEscape(value, raw) : bytes
      // What is beyond sixteen bits has two UTF-16 units.
      reached += bytes === 4 ? 2 : 1
    }
    return reached === decoded ? raw : -1
  }
}

/**
 * How far in the text a position of a value stands, whose spelling is `text[start, end)`; -1 when the value ends before it.
 * To be asked in ascending order.
 */
const placesIn = ({ text, isEncoded }: JsonTape, start: number, end: number): ((decoded: number) => number) => {
  const value = text.slice(start, end)
  const placeOf = isEncoded && /[\x80-\xff]/.test(value) ? placesInBytes(value) : placesInUnits(value)
  return (decoded) => {
    const place = placeOf(decoded)
    return place < 0 ? -1 : start + place
  }
}

/** The kept spans of a string value in the text that it stands in, each in the spelling it has there. */
export const rawSpansOf = (tape: JsonTape, { node, kept }: Edit): Span[] => {
  const placeOf = placesIn(tape, startOf(tape, node) + 1, endOf(tape, node) - 1)
  return Array.from(kept, ([start, end]) => [placeOf(start), placeOf(end)])
}

/** Spans shorter than this on average are copied character by character: a slice for each would cost more. */
const worthSlicing = 64

/** What stays between the quotes of one string, in the spelling it has. Linear: results hold 100,000 spans. */
const keptLiteral = (tape: JsonTape, { node, text, kept }: Edit): string => {
  const start = startOf(tape, node) + 1
  const end = endOf(tape, node) - 1
  const placeOf = placesIn(tape, start, end)
  const slices: string[] = []
  const isDense = kept.length * worthSlicing > end - start
  const units = isDense ? unitsOf(tape.text.slice(start, end)) : new Uint16Array(0)
  let written = 0
  for (const span of kept) {
    const from = placeOf(span[0])
    const to = placeOf(span[1])
    if (!isDense) slices.push(tape.text.slice(from, to))
    // What stays moves up in place, never ahead of what is still to be read.
    else for (let raw = from - start; raw < to - start; raw += 1, written += 1) units[written] = units[raw] ?? 0
  }
  if (placeOf(text.length) !== end) throw new Error('edit does not belong to this string')
  return isDense ? Buffer.from(units.buffer, 0, written * 2).toString('utf16le') : slices.join('')
}

/**
 * The text with each edit's deletions made. No edits: the same string.
 * Throws when an edit is not about a string value, repeats or overtakes another, or has unsound spans; nothing is half done.
 */
export const splice = (tape: JsonTape, edits: readonly Edit[]): string => {
  if (edits.length === 0) return tape.text.slice()
  const pieces: string[] = []
  let position = 0
  for (const edit of edits) {
    if (kindOf(tape, edit.node) !== JsonKind.String) throw new Error('edit of something that is not a string value')
    if (startOf(tape, edit.node) < position) throw new Error('edits are not in order')
    const fault = spansFault(edit.text, edit.kept)
    if (fault !== undefined) throw new Error(`kept spans are ${fault}`)
    pieces.push(tape.text.slice(position, startOf(tape, edit.node) + 1), keptLiteral(tape, edit))
    position = endOf(tape, edit.node) - 1
  }
  pieces.push(tape.text.slice(position))
  return pieces.join('')
}
