// A text of two bytes a character to UTF-8, by WebAssembly and in pieces that stay close to the processor: where the runtime does it, all of
// the text goes into new memory twice.

import { isFirstHalf } from '../../text/character-halves.ts'
import { inWebAssembly, padded } from './instance.ts'

/** Most units of a piece. */
const mostAtOnce = 16_384
const unitBytes = 2
/** Of a piece one unit in eight may be no ASCII (assembly/narrow.ts), and takes three bytes at most. */
const bytesEach = 1.25

/**
 * The bytes of a text of some thousand units or more; `undefined` where half of a pair stands alone, or a piece of it is not mostly ASCII: the
 * runtime has to encode it.
 */
export const fastEncode = (text: string): Buffer | undefined => {
  const { length } = text
  // All of about the same length: a short one might have too few units to be mostly ASCII.
  const atOnce = Math.ceil(length / Math.ceil(length / mostAtOnce))
  const out = padded((atOnce + 1) * unitBytes)
  const fast = inWebAssembly(out + padded((atOnce + 1) * bytesEach))
  if (fast === undefined) return undefined
  const { exports, bytes } = fast
  const memory = Buffer.from(bytes.buffer)
  // What is never written takes no memory.
  const room = Buffer.allocUnsafeSlow(Math.ceil(length * bytesEach))
  let written = 0
  for (let from = 0; from < length; ) {
    const most = from + atOnce
    const until = isFirstHalf(text.charCodeAt(most - 1)) ? most + 1 : most
    const piece = text.slice(from, until)
    memory.write(piece, 'utf16le')
    const more = exports.narrow(0, piece.length, out)
    if (more < 0) return undefined
    memory.copy(room, written, out, out + more)
    written += more
    from = until
  }
  return room.subarray(0, written)
}
