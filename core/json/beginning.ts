// How a text begins, as numbers: what most texts are is told without a string of them.

import { type Units, unitsReader } from './units.ts'

/** So many characters are a beginning. */
export const beginningCharacters = 8_000

/** Good until the next one is read: all share their memory. */
export interface Beginning {
  readonly units: Units
  /** What stands there, as a string. */
  part(from: number, to: number): string
}

const unitsOf = unitsReader()
const shared = Buffer.alloc(beginningCharacters)

class TextBeginning implements Beginning {
  readonly units: Uint16Array
  readonly #text: string

  constructor(text: string) {
    this.#text = text.slice(0, beginningCharacters)
    this.units = unitsOf(this.#text)
  }

  part(from: number, to: number): string {
    return this.#text.slice(from, to)
  }
}

class PlainBeginning implements Beginning {
  readonly units: Buffer

  constructor(bytes: Uint8Array) {
    const length = Math.min(bytes.length, beginningCharacters)
    shared.set(bytes.subarray(0, length))
    this.units = shared.subarray(0, length)
  }

  part(from: number, to: number): string {
    return this.units.toString('latin1', from, to)
  }
}

/** Of a text. */
export const beginningOf = (text: string): Beginning => new TextBeginning(text)

/** Of a text that is ASCII, by its bytes. */
export const plainBeginning = (bytes: Uint8Array): Beginning => new PlainBeginning(bytes)
