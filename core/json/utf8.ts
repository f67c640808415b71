// Text to bytes, as fast as the engine allows: a string that holds one character beyond Latin-1 is encoded several times slower
// than need be.

import { transcode } from 'node:buffer'
import type { JsonTape } from './scan.ts'

/** Shorter texts are not worth the detour. */
const worthTranscoding = 4_096

/** The bytes of a text; half a character becomes U+FFFD, as everywhere. */
export const utf8Of = (text: string): Buffer => {
  if (text.length < worthTranscoding || !/[\u0100-\uffff]/.test(text)) return Buffer.from(text)
  try {
    return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8')
  } catch {
    // Half a character.
    return Buffer.from(text)
  }
}

/** How the units of a tape become bytes. */
export const encodingOf = ({ bytes }: Pick<JsonTape, 'bytes'>): 'latin1' | 'utf8' =>
  bytes === undefined ? 'utf8' : 'latin1'
