// How a text begins, as numbers: they tell what most texts are, and no string has to be made.

import { unitsReader } from '../units.ts'
import { fastDecode } from '../webassembly/decode.ts'

/** So many characters are a beginning, and so many bytes of a spelling are read beyond those that it should need. */
export const beginningCharacters = 8_000
const spareBytes = 500

const space = 0x20

/** Good until the next one is read: all share their memory. */
export interface Beginning {
  readonly units: Uint16Array
  /** What stands there, as a string. */
  part(from: number, to: number): string
}

const unitsOf = unitsReader()
const shared = new Uint16Array(beginningCharacters)
const sharedBytes = Buffer.from(shared.buffer)

/** The first 8,000 characters of a text, or all of them. */
export const beginningOf = (text: string): Beginning => {
  const looked = text.slice(0, beginningCharacters)
  return { units: unitsOf(looked), part: (from, to) => looked.slice(from, to) }
}

/** Of what is decoded into the memory that all share. */
class DecodedBeginning implements Beginning {
  readonly units: Uint16Array

  constructor(length: number) {
    this.units = shared.subarray(0, length)
  }

  part(from: number, to: number): string {
    return sharedBytes.toString('utf16le', 2 * from, 2 * Math.min(to, this.units.length))
  }
}

/** Where the last space stands of this part alone, for a body may have none for megabytes; before it where there is none. */
const lastSpaceIn = (bytes: Uint8Array, from: number, until: number): number => {
  let at = until
  while (at >= from && bytes[at] !== space) at -= 1
  return at
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
  for (let at = start; at < end && read < characters; ) {
    const bytesEach = read === 0 ? 1 : (at - start) / read
    const until = at + Math.ceil((characters - read) * bytesEach) + spareBytes
    const cut = until < end ? lastSpaceIn(bytes, at, until) : end
    const more = cut > at ? fastDecode(bytes, at, cut, sharedBytes, read) : undefined
    if (more === undefined) return undefined
    read += more
    at = cut
  }
  return new DecodedBeginning(read)
}
