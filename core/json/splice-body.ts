// The splice of a body, in bytes, and the look whether that is all that was done. In WebAssembly; the plain twins are in
// splice.ts and string-ends.ts.

import { PackedSpans } from '../text/spans.ts'
import { inWebAssembly, maxBytes, padded } from './in-webassembly.ts'
import { endOf, kindOf, startOf } from './read.ts'
import { JsonKind, type JsonTape } from './scan.ts'
import { type Edit, splice } from './splice.ts'

/** A text whose deletions are made; of a body, its bytes. */
export type Spliced = string | Buffer

const spanBytes = 8
const nowhere = new Int32Array(0)

/** What stays between the quotes of one string, good until the next call; `undefined`: the plain twin has to say. */
const keptBytes = (bytes: Uint8Array, edit: Edit): Uint8Array | undefined => {
  const { length } = bytes
  const kept = PackedSpans.of(edit.kept)
  if (length > maxBytes || kept.length > length) return undefined
  const spans = padded(length)
  const out = spans + padded(kept.length * spanBytes)
  const fast = inWebAssembly(out + padded(length))
  if (fast === undefined) return undefined
  const { buffer, exports } = fast
  new Uint8Array(buffer).set(bytes)
  const bounds = new Int32Array(buffer, spans, 2 * kept.length)
  const { noted } = edit
  const known = noted?.cut?.kept.equals(kept) === true ? noted.cut.places : undefined
  bounds.set(known ?? kept.bounds)
  const written =
    known === undefined
      ? exports.splice(0, length, spans, kept.length, out)
      : exports.gather(0, length, spans, kept.length, out)
  if (written < 0) throw new Error('kept spans are not of this string')
  if (noted !== undefined && known === undefined) noted.cut = { kept, places: bounds.slice() }
  return new Uint8Array(buffer, out, written)
}

/**
 * The bytes of a body with each edit's deletions made: those of `splice`. Throws when an edit is not about a string value, repeats
 * or overtakes another, or has unsound spans; nothing is half done.
 */
export const spliceBody = (tape: JsonTape, bytes: Buffer, edits: readonly Edit[]): Buffer => {
  const out = Buffer.allocUnsafe(bytes.length)
  let position = 0
  let written = 0
  for (const edit of edits) {
    if (kindOf(tape, edit.node) !== JsonKind.String) throw new Error('edit of something that is not a string value')
    const [start, end] = [startOf(tape, edit.node) + 1, endOf(tape, edit.node) - 1]
    if (start <= position) throw new Error('edits are not in order')
    const kept = keptBytes(bytes.subarray(start, end), edit)
    if (kept === undefined) return Buffer.from(splice(tape, edits), 'latin1')
    written += bytes.copy(out, written, position, start)
    out.set(kept, written)
    written += kept.length
    position = end
  }
  written += bytes.copy(out, written, position)
  return out.subarray(0, written)
}

/**
 * How many bytes of `changed` are the rest of a string, up to its closing quote, that is the original's with bytes deleted; -1 when
 * that is not what stands there. `undefined`: the plain twin has to say. `said`: where what stays is said to stand in the original,
 * which is believed only where the bytes are the same; otherwise it is searched for.
 */
export const remainsOf = (
  original: Uint8Array,
  changed: Uint8Array,
  said: Int32Array = nowhere,
): number | undefined => {
  const { length } = original
  if (length > maxBytes) return undefined
  const places = said.byteLength > spanBytes * length ? nowhere : said
  const room = Math.min(changed.length, length + 1)
  const behind = padded(length)
  const placed = behind + padded(room)
  const fast = inWebAssembly(placed + padded(places.byteLength))
  if (fast === undefined) return undefined
  const { buffer, exports } = fast
  const memory = new Uint8Array(buffer)
  memory.set(original)
  memory.set(changed.subarray(0, room), behind)
  new Int32Array(buffer, placed, places.length).set(places)
  const remains = exports.holds(0, length, behind, room, placed, places.length / 2)
  return remains >= 0 ? remains : exports.remains(0, length, behind, room)
}

/** What a tape was read from with each edit's deletions made: see `splice`. */
export const spliceTape = (tape: JsonTape, edits: readonly Edit[]): Spliced =>
  tape.bytes === undefined ? splice(tape, edits) : spliceBody(tape, tape.bytes, edits)
