// Text to bytes, as fast as the engine allows: a string that it holds in two bytes a character is encoded several times slower than need
// be.

import { isUtf8, transcode } from 'node:buffer'
import v8 from 'node:v8'
import type { JsonTape } from './scan.ts'
import { fastEncode } from './webassembly/encode.ts'

/** Absent before Node 22.15, where people play their own sessions: every text is encoded the plain way there. */
const isOneByte: typeof v8.isStringOneByteRepresentation | undefined = v8.isStringOneByteRepresentation

/** Shorter texts are not worth the detour. */
const worthTranscoding = 4_096

/** The bytes of a text; half a character becomes U+FFFD, as everywhere. */
export const utf8Of = (text: string): Buffer => {
  if (text.length < worthTranscoding || isOneByte === undefined) return Buffer.from(text)
  if (isOneByte(text)) {
    // In one go, with room for some characters that take two bytes; what is never written takes no memory.
    const room = Buffer.allocUnsafeSlow(text.length + Math.floor(text.length / 8))
    const written = room.write(text)
    // With a byte left, everything has found its place.
    return written < room.length - 1 ? room.subarray(0, written) : Buffer.from(text)
  }
  const encoded = fastEncode(text)
  if (encoded !== undefined) return encoded
  try {
    return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8')
  } catch {
    // Half a character.
    return Buffer.from(text)
  }
}

/** The bytes of a text; of bytes the same ones, or nothing where they are not UTF-8. */
export const validUtf8 = (content: string | Uint8Array): Buffer | undefined => {
  if (typeof content === 'string') return utf8Of(content)
  return isUtf8(content) ? Buffer.from(content.buffer, content.byteOffset, content.byteLength) : undefined
}

/** The text of bytes; nothing where they are not UTF-8. */
export const validText = (content: string | Uint8Array): string | undefined =>
  typeof content === 'string' ? content : validUtf8(content)?.toString('utf8')

/** How the units of a tape become bytes. */
export const encodingOf = ({ bytes }: Pick<JsonTape, 'bytes'>): 'latin1' | 'utf8' =>
  bytes === undefined ? 'utf8' : 'latin1'
