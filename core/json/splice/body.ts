// The splice of a body, in bytes, and the look whether that is all that was done. In WebAssembly; the plain twins are
// `splice` (splice.ts) and the look at texts in compaction/verify.ts.

import { PackedSpans } from '../../text/spans.ts'
import { endOf, kindOf, startOf } from '../read.ts'
import { JsonKind, type JsonTape } from '../scan.ts'
import { inWebAssembly, maxBytes, padded } from '../webassembly/instance.ts'
import { areFew, copyPlaced, placedLength, type SpelledValue } from './placed-spans.ts'
import { type Edit, splice } from './splice.ts'

/** A text whose deletions are made; of a body, its bytes. */
export type Spliced = string | Buffer

const spanBytes = 8
const nowhere = new Int32Array(0)

/** Where these spans stand in the spelling, if that is known. */
const placesOf = ({ noted }: Edit, kept: PackedSpans): Int32Array | undefined =>
  noted?.cut?.kept.equals(kept) === true ? noted.cut.places : undefined

/**
 * What stays between the quotes of one string, good until the next call; `undefined`: the plain twin has to say. `known`: where it stands,
 * if that is known.
 */
const keptBytes = (
  { bytes, start, end }: SpelledValue,
  { noted }: Edit,
  kept: PackedSpans,
  known: Int32Array | undefined,
): Uint8Array | undefined => {
  const length = end - start
  if (length > maxBytes || kept.length > length) return undefined
  const spans = padded(length)
  const out = spans + padded(kept.length * spanBytes)
  const fast = inWebAssembly(out + padded(length))
  if (fast === undefined) return undefined
  const { exports, numbers } = fast
  bytes.copy(fast.bytes, 0, start, end)
  numbers.set(known ?? kept.bounds, spans / 4)
  const written =
    known === undefined
      ? exports.splice(0, length, spans, kept.length, out)
      : exports.gather(0, length, spans, kept.length, out)
  if (written < 0) throw new Error('kept spans are not of this string')
  if (noted !== undefined && known === undefined)
    noted.cut = { kept, places: numbers.slice(spans / 4, spans / 4 + 2 * kept.length) }
  return fast.bytes.subarray(out, out + written)
}

/**
 * The bytes of a body with each edit's deletions made: those of `splice`. Throws when an edit is not about a string value, repeats
 * or overtakes another, or has unsound spans; nothing is half done.
 */
const spliceBody = (tape: JsonTape, bytes: Buffer, edits: readonly Edit[]): Buffer => {
  const out = Buffer.allocUnsafe(bytes.length)
  let position = 0
  let written = 0
  for (const edit of edits) {
    if (kindOf(tape, edit.node) !== JsonKind.String) throw new Error('edit of something that is not a string value')
    const start = startOf(tape, edit.node) + 1
    const end = endOf(tape, edit.node) - 1
    if (start <= position) throw new Error('edits are not in order')
    written += bytes.copy(out, written, position, start)
    position = end
    const spans = PackedSpans.of(edit.kept)
    const known = placesOf(edit, spans)
    const value = { bytes, start, end }
    if (known !== undefined && areFew(known)) {
      written += copyPlaced(value, known, out, written)
      continue
    }
    const kept = keptBytes(value, edit, spans, known)
    if (kept === undefined) return Buffer.from(splice(tape, edits), 'latin1')
    out.set(kept, written)
    written += kept.length
  }
  written += bytes.copy(out, written, position)
  return out.subarray(0, written)
}

/** What `remainsOf` says by reading all of both; `said` is believed where the bytes are the same. */
const remainsRead = (
  { bytes, start, end }: SpelledValue,
  changed: Buffer,
  at: number,
  said: Int32Array,
): number | undefined => {
  const length = end - start
  if (length > maxBytes) return undefined
  const places = said.byteLength > spanBytes * length ? nowhere : said
  const room = Math.min(changed.length - at, length + 1)
  const behind = padded(length)
  const placed = behind + padded(room)
  const fast = inWebAssembly(placed + padded(places.byteLength))
  if (fast === undefined) return undefined
  const { exports, numbers } = fast
  bytes.copy(fast.bytes, 0, start, end)
  changed.copy(fast.bytes, behind, at, at + room)
  numbers.set(places, placed / 4)
  const remains = exports.holds(0, length, behind, room, placed, places.length / 2)
  return remains >= 0 ? remains : exports.remains(0, length, behind, room)
}

/**
 * How many bytes of `changed` from `at` on are the rest of a string, up to its closing quote, that is the value's with bytes deleted; -1
 * when that is not what stands there. `undefined`: the plain twin has to say. `said`: where what stays is said to stand in the value,
 * which is believed only where the bytes are the same; otherwise it is searched for.
 */
export const remainsOf = (
  value: SpelledValue,
  changed: Buffer,
  at: number,
  said: Int32Array = nowhere,
): number | undefined =>
  (areFew(said) ? placedLength(value, said, changed, at) : undefined) ?? remainsRead(value, changed, at, said)

/** What a tape was read from with each edit's deletions made: see `splice`. */
export const spliceTape = (tape: JsonTape, edits: readonly Edit[]): Spliced =>
  tape.bytes === undefined ? splice(tape, edits) : spliceBody(tape, tape.bytes, edits)
