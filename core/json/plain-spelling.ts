// One text has many spellings: libraries escape what JSON lets stand as it is, each another part of it (letters beyond ASCII, `/`, what HTML
// would read). The plain spelling escapes nothing but what has to be, as `JSON.stringify` does. Most bodies have no other, which their reader
// tells; where one has, two values mean the same where their plain spelling is the same.

import { isFirstHalf, isSecondHalf } from '../text/character-halves.ts'
import type { JsonTape } from './scan.ts'
import { encodingOf } from './utf8.ts'

const [quote, slash, backslash, space, letterU] = [0x22, 0x2f, 0x5c, 0x20, 0x75]

/** A search for two characters takes longer to begin, and finds less: most short parts have no backslash, and most long ones do. */
const worthSearching = 64

const digits = Buffer.from('0123456789abcdef')
/** What a control character has in place of its number, where it has a letter. */
const letters = new Uint8Array(space)
for (const [code, letter] of [
  [0x08, 'b'],
  [0x09, 't'],
  [0x0a, 'n'],
  [0x0c, 'f'],
  [0x0d, 'r'],
] as const)
  letters[code] = letter.charCodeAt(0)

const digit = (byte = 0): number => (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57)

/** The number behind `\u`. */
const unitAt = (bytes: Uint8Array, at: number): number =>
  (digit(bytes[at + 2]) << 12) | (digit(bytes[at + 3]) << 8) | (digit(bytes[at + 4]) << 4) | digit(bytes[at + 5])

/** The character that the escape at `at` spells, with the one behind it where they are a pair. */
const characterAt = (bytes: Uint8Array, at: number, end: number): number => {
  const unit = unitAt(bytes, at)
  if (!isFirstHalf(unit) || at + 12 > end || bytes[at + 6] !== backslash || bytes[at + 7] !== letterU) return unit
  const second = unitAt(bytes, at + 6)
  return isSecondHalf(second) ? 0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff) : unit
}

/** Writes an escape of two bytes, or by a number, and gives where it ends. */
const writeEscape = (character: number, out: Uint8Array, to: number): number => {
  const letter = character < space ? (letters[character] ?? 0) : character < 0x80 ? character : 0
  out[to] = backslash
  if (letter !== 0) {
    out[to + 1] = letter
    return to + 2
  }
  out[to + 1] = letterU
  for (let place = 0; place < 4; place += 1) out[to + 2 + place] = digits[(character >> (12 - 4 * place)) & 0xf] ?? 0
  return to + 6
}

/** Writes a character as it has to be spelled, and gives where it ends. */
const writePlain = (character: number, out: Uint8Array, to: number): number => {
  const isHalf = isFirstHalf(character) || isSecondHalf(character)
  if (isHalf || character < space || character === quote || character === backslash)
    return writeEscape(character, out, to)
  if (character < 0x80) {
    out[to] = character
    return to + 1
  }
  const more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3
  out[to] = ((0x7f80 >> more) & 0xff) | (character >> (6 * more))
  for (let byte = 1; byte <= more; byte += 1) out[to + byte] = 0x80 | ((character >> (6 * (more - byte))) & 0x3f)
  return to + more + 1
}

/** Where short parts are written: to make a buffer for each name would be most of what it takes to spell it. */
const desk = Buffer.allocUnsafe(256)

const roomFor = (length: number): Buffer => (length <= desk.length ? desk : Buffer.allocUnsafe(length))

/** Writes a part of valid JSON in its plain spelling, which is never longer, and gives its length. */
const writePart = (bytes: Uint8Array, start: number, end: number, out: Uint8Array): number => {
  let at = start
  let to = 0
  while (at < end) {
    const byte = bytes[at] ?? 0
    if (byte !== backslash) {
      out[to++] = byte
      at += 1
      continue
    }
    const behind = bytes[at + 1] ?? 0
    if (behind === letterU) {
      const character = characterAt(bytes, at, end)
      to = writePlain(character, out, to)
      at += character > 0xffff ? 12 : 6
      continue
    }
    if (behind !== slash) out[to++] = backslash
    out[to++] = behind
    at += 2
  }
  return to
}

const plainBytes = (bytes: Uint8Array, start: number, end: number): Buffer => {
  const out = roomFor(end - start)
  return out.subarray(0, writePart(bytes, start, end, out))
}

/** Whether a part of a body may have another spelling than the plain one. */
export const mayChange = (bytes: Buffer, start: number, end: number): boolean => {
  if (end - start > worthSearching) {
    const part = bytes.subarray(start, end)
    return part.includes('\\u') || part.includes('\\/')
  }
  // They are few: to look at each is faster than to search.
  for (let at = start; at < end; at += 1) if (bytes[at] === backslash) return true
  return false
}

/** The bytes of what stands between two offsets in its plain spelling, good until the next call; `undefined`: it has that. They part no escape and no character. */
export const plainPart = (
  { text, bytes, isSpelledPlainly }: JsonTape,
  start: number,
  end: number,
): Buffer | undefined => {
  if (isSpelledPlainly === true) return undefined
  if (bytes !== undefined) return mayChange(bytes, start, end) ? plainBytes(bytes, start, end) : undefined
  const encoded = Buffer.from(text.slice(start, end))
  return plainBytes(encoded, 0, encoded.length)
}

/** The same in units of the tape, whether it has that or not. */
export const plainUnits = (tape: JsonTape, start: number, end: number): string => {
  const { bytes, text } = tape
  if (bytes === undefined || tape.isSpelledPlainly === true || !mayChange(bytes, start, end))
    return plainPart(tape, start, end)?.toString(encodingOf(tape)) ?? text.slice(start, end)
  const out = roomFor(end - start)
  return out.toString(encodingOf(tape), 0, writePart(bytes, start, end, out))
}
