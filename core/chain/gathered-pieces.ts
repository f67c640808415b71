// What becomes of the pieces of canonical texts: a text, or the bytes that a digest takes in.

import type { Hash } from 'node:crypto'
import type { JsonTape } from '../json/scan.ts'
import type { Pieces } from './canonical-message.ts'

/** Longer pieces are digested where they stand, shorter ones together: a call costs as much as so many bytes. */
const worthACall = 1_000
/** Shorter pieces are copied byte by byte. */
const worthCopying = 32

/** A text of the tape's units. */
export const textOfPieces = ({ text }: Pick<JsonTape, 'text'>): Pieces & { readonly gathered: () => string } => {
  let all = ''
  return {
    put(mark) {
      all += mark
    },
    copy(start, end) {
      all += text.slice(start, end)
    },
    gathered: () => all,
  }
}

/** Gives a digest the pieces of a body; the last ones with `finish`. */
export const digestOfPieces = (bytes: Buffer, hash: Hash): Pieces & { readonly finish: () => void } => {
  const gathered = Buffer.allocUnsafe(2 * worthACall)
  let length = 0
  const finish = (): void => {
    if (length > 0) hash.update(gathered.subarray(0, length))
    length = 0
  }
  return {
    put(mark) {
      if (length + mark.length > gathered.length) finish()
      for (let at = 0; at < mark.length; at += 1) gathered[length + at] = mark.charCodeAt(at)
      length += mark.length
    },
    copy(start, end) {
      const size = end - start
      if (length + size > gathered.length || size >= worthACall) finish()
      if (size >= worthACall) {
        hash.update(bytes.subarray(start, end))
        return
      }
      if (size < worthCopying) for (let at = 0; at < size; at += 1) gathered[length + at] = bytes[start + at] ?? 0
      else bytes.copy(gathered, length, start, end)
      length += size
    },
    finish,
  }
}
