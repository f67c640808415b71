// Looks at a tape: children, members, decoded strings. A reader for the few places that the dialects know.

import { JsonKind, type JsonTape } from './scan.ts'
import { usualNameAt } from './usual-names.ts'

const cell = (tape: JsonTape, node: number, field: number): number => tape.cells[node * 4 + field] ?? -1

export const kindOf = (tape: JsonTape, node: number): number => cell(tape, node, 0)
export const startOf = (tape: JsonTape, node: number): number => cell(tape, node, 1)
export const endOf = (tape: JsonTape, node: number): number => cell(tape, node, 2)
/** The first node behind this value and everything in it. */
export const nextOf = (tape: JsonTape, node: number): number => cell(tape, node, 3)

/** Shorter strings are looked at for characters beyond ASCII: to decode one costs more. */
const worthDecoding = 64

/** What stands between two offsets. */
export const textBetween = ({ text, bytes, isEncoded }: JsonTape, start: number, end: number): string => {
  if (bytes === undefined || !isEncoded) return text.slice(start, end)
  if (end - start < worthDecoding) {
    const units = text.slice(start, end)
    if (!/[\x80-\xff]/.test(units)) return units
  }
  return bytes.toString('utf8', start, end)
}

/** The value exactly as it is spelled. */
export const rawOf = (tape: JsonTape, node: number): string => textBetween(tape, startOf(tape, node), endOf(tape, node))

/** Whether the value is spelled exactly so, in ASCII; most are told apart by their length. */
export const reads = (tape: JsonTape, node: number, raw: string): boolean => {
  const start = startOf(tape, node)
  if (endOf(tape, node) - start !== raw.length) return false
  const { text, bytes } = tape
  if (bytes === undefined) return text.slice(start, start + raw.length) === raw
  for (let at = 0; at < raw.length; at += 1) if (bytes[start + at] !== raw.charCodeAt(at)) return false
  return true
}

/** Whether what is spelled there means itself: ASCII without escapes. */
export const isPlain = (bytes: Uint8Array, start: number, end: number): boolean => {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte >= 0x80 || byte === 0x5c) return false
  }
  return true
}

/** The string's value, escapes resolved; `undefined` for any other kind of value. */
export const stringOf = (tape: JsonTape, node: number | undefined): string | undefined => {
  if (node === undefined) return undefined
  const kind = kindOf(tape, node)
  if (kind !== JsonKind.String && kind !== JsonKind.Key) return undefined
  const { bytes, text } = tape
  const start = startOf(tape, node) + 1
  const end = endOf(tape, node) - 1
  if (bytes !== undefined && end - start < worthDecoding) {
    const name = usualNameAt(bytes, start, end)
    if (name !== undefined) return name
    if (isPlain(bytes, start, end)) return text.slice(start, end)
  }
  const raw = rawOf(tape, node)
  return raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1)
}

/** Nodes of an array's elements; empty for any other kind of value. */
export const elementsOf = (tape: JsonTape, node: number | undefined): number[] => {
  if (node === undefined || kindOf(tape, node) !== JsonKind.Array) return []
  const end = nextOf(tape, node)
  if (node + 1 === end) return []
  // Most lists have one element, and who pushes to an empty list makes room for seventeen.
  const elements = [node + 1]
  for (let child = nextOf(tape, node + 1); child < end; child = nextOf(tape, child)) elements.push(child)
  return elements
}

/** The member that an object names exactly once; other members may repeat as they like. */
export const onlyMember = (tape: JsonTape, object: number, name: string): number | undefined => {
  if (kindOf(tape, object) !== JsonKind.Object) return undefined
  let found: number | undefined
  const end = nextOf(tape, object)
  for (let key = object + 1; key < end; key = nextOf(tape, key + 1)) {
    if (stringOf(tape, key) !== name) continue
    if (found !== undefined) return undefined
    found = key + 1
  }
  return found
}
