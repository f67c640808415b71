// The value of a string, read as far as it is asked for: most of a body is never looked at but for its length and how it begins.

import { inWebAssembly, maxBytes, padded } from './in-webassembly.ts'
import { endOf, startOf, stringOf } from './read.ts'
import type { JsonTape } from './scan.ts'

/** So much of a value's spelling is read for its beginning. */
const beginningBytes = 12_000
/** At least so many characters are a beginning. */
const beginningCharacters = 8_000

const [space, escapeCharacter] = [0x20, '\u001b']
const hasEscapeBit = 1 << 30

interface Measures {
  readonly characters: number
  readonly hasEscapes: boolean
}

/** Of what stands between two quotes; `undefined`: it has to be decoded. */
const measuresOf = ({ bytes }: JsonTape, start: number, end: number): Measures | undefined => {
  if (bytes === undefined || end - start > maxBytes) return undefined
  const fast = inWebAssembly(padded(end - start))
  if (fast === undefined) return undefined
  new Uint8Array(fast.buffer).set(bytes.subarray(start, end))
  const measured = fast.exports.measure(0, end - start)
  return { characters: measured & ~hasEscapeBit, hasEscapes: (measured & hasEscapeBit) !== 0 }
}

/** Of one string node of a tape. Holds the tape. */
export class StringValue {
  readonly #tape: JsonTape
  readonly #node: number
  #text: string | undefined
  #measures: Measures | undefined
  #beginning: string | undefined

  constructor(tape: JsonTape, node: number) {
    this.#tape = tape
    this.#node = node
  }

  /** All of it. */
  get text(): string {
    this.#text ??= stringOf(this.#tape, this.#node) ?? ''
    return this.#text
  }

  /** How many UTF-16 units it has. */
  get characters(): number {
    return this.#text?.length ?? this.#measured.characters
  }

  /** Whether the character is in it with which codes of terminals begin. */
  get hasEscapes(): boolean {
    return this.#measured.hasEscapes
  }

  /** Its first 8,000 characters or more; all of it if it has no more. */
  get beginning(): string {
    this.#beginning ??= this.#text ?? this.#readBeginning() ?? this.text
    return this.#beginning
  }

  get #measured(): Measures {
    this.#measures ??= measuresOf(
      this.#tape,
      startOf(this.#tape, this.#node) + 1,
      endOf(this.#tape, this.#node) - 1,
    ) ?? { characters: this.text.length, hasEscapes: this.text.includes(escapeCharacter) }
    return this.#measures
  }

  /** Up to a space: no escape and no character has one in it. */
  #readBeginning(): string | undefined {
    const { bytes } = this.#tape
    const start = startOf(this.#tape, this.#node)
    if (bytes === undefined || endOf(this.#tape, this.#node) - start <= beginningBytes + beginningCharacters / 2)
      return undefined
    const end = bytes.lastIndexOf(space, start + beginningBytes)
    if (end < start + beginningCharacters) return undefined
    const text = String(JSON.parse(`"${bytes.toString('utf8', start + 1, end)}"`))
    return text.length < beginningCharacters ? undefined : text
  }
}
