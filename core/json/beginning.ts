// How a text begins, as numbers: what most texts are is told without a string of them.

import { fastDecode, isPlain, textOf } from './fast-decode.ts'
import { unitsReader } from './units.ts'

/** So many characters are a beginning, and so many bytes of a spelling are read beyond those that it should need. */
const [beginningCharacters, spareBytes] = [8_000, 500]

const space = 0x20

/** Good until the next one is read: all share their memory. */
export interface Beginning {
  readonly units: Uint16Array
  /** What stands there, as a string. */
  part(from: number, to: number): string
}

const unitsOf = unitsReader()
const plainBytes = Buffer.alloc(beginningCharacters)
const plainUnits = new Uint16Array(beginningCharacters)

/** The first 8,000 characters of a text, or all of them. */
export const beginningOf = (text: string): Beginning => {
  const looked = text.slice(0, beginningCharacters)
  return { units: unitsOf(looked), part: (from, to) => looked.slice(from, to) }
}

const ofPlainBytes = (length: number): Beginning => {
  plainUnits.set(plainBytes)
  return {
    units: plainUnits.subarray(0, length),
    part: (from, to) => plainBytes.toString('latin1', from, Math.min(to, length)),
  }
}

/**
 * The same of the value that a body spells there, or as few `characters` of it. Read on up to a space, where no escape and no character is
 * parted. `undefined`: only its text says.
 */
export const beginningIn = (
  bytes: Buffer,
  start: number,
  end: number,
  characters = beginningCharacters,
): Beginning | undefined => {
  let read = 0
  /** All of it, once something of it is beyond ASCII. */
  let text: string | undefined
  for (let at = start; at < end && read < characters; ) {
    const bytesEach = read === 0 ? 1 : (at - start) / read
    const until = at + Math.ceil((characters - read) * bytesEach) + spareBytes
    const cut = until < end ? bytes.lastIndexOf(space, until) : end
    const more = cut > at ? fastDecode(bytes.subarray(at, cut)) : undefined
    if (more === undefined) return undefined
    if (text === undefined && isPlain(more)) plainBytes.set(more.bytes.subarray(0, beginningCharacters - read), read)
    else text = (text ?? plainBytes.toString('latin1', 0, read)) + textOf(more)
    read += more.characters
    at = cut
  }
  return text === undefined ? ofPlainBytes(Math.min(read, beginningCharacters)) : beginningOf(text)
}
