// The value of a string, read as far as it is asked for: most of a body is never looked at but for its length and how it begins.

import type { PackedSpans } from '../text/spans.ts'
import { blanksOfSpelled } from './fast-blanks.ts'
import { fastDecode } from './fast-decode.ts'
import { inWebAssembly, maxBytes, padded } from './in-webassembly.ts'
import { endOf, startOf, stringOf } from './read.ts'
import type { JsonTape } from './scan.ts'
import type { Cuts } from './splice.ts'

/** At least so many characters are a beginning, and so many bytes of its spelling are read beyond those that it should need. */
const [beginningCharacters, spareBytes] = [8_000, 500]
/** Shorter values are read whole. */
const worthParting = 16_000

/** So many units tell how a value opens, unless it begins with more blanks. */
const openingUnits = 64
/** Blanks in any spelling but that by numbers, and a character that neither opens JSON nor may be an escape of one that does. */
const plainOpening = /^(?: |\\[tnr])*[^[{ \\]/

const [space, escapeCharacter] = [0x20, '\u001b']
const hasEscapeBit = 1 << 30

/** What is known of a value without its text, as far as it was asked for. The same for every body that has the same bytes there. */
export interface Noted extends Cuts {
  /** UTF-16 units. */
  characters?: number
  hasEscapes?: boolean
  /** Whether it is JSON, by its beginning or by what an envelope has inside. */
  isRecords?: boolean
  /** What the lossless depth leaves of it; `whole`: it deletes nothing. */
  lossless?: PackedSpans | 'whole'
}

type Measures = Required<Pick<Noted, 'characters' | 'hasEscapes'>>

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
  #beginning: string | undefined

  readonly noted: Noted

  /** `noted`: what is known of the same value already; it is added to. */
  constructor(tape: JsonTape, node: number, noted: Noted = {}) {
    this.#tape = tape
    this.#node = node
    this.noted = noted
  }

  /** All of it. */
  get text(): string {
    this.#text ??= stringOf(this.#tape, this.#node) ?? ''
    return this.#text
  }

  /** How many UTF-16 units it has. */
  get characters(): number {
    this.noted.characters ??= this.#text?.length ?? this.#measured().characters
    return this.noted.characters
  }

  /** Whether the character is in it with which codes of terminals begin. */
  get hasEscapes(): boolean {
    this.noted.hasEscapes ??= this.#measured().hasEscapes
    return this.noted.hasEscapes
  }

  /** Its first 8,000 characters or more; all of it if it has no more. */
  get beginning(): string {
    this.#beginning ??= this.#text ?? this.#readBeginning() ?? this.text
    return this.#beginning
  }

  /** Whether its first character that is no blank may open an object or a list; told by a few units of its spelling. */
  get mayOpenJson(): boolean {
    const start = startOf(this.#tape, this.#node) + 1
    const opening = this.#tape.text.slice(start, Math.min(start + openingUnits, endOf(this.#tape, this.#node) - 1))
    return !plainOpening.test(opening)
  }

  /** Whether it has more UTF-16 units; told by its spelling, which has no fewer bytes, where that does. */
  isLongerThan(characters: number): boolean {
    return (
      endOf(this.#tape, this.#node) - startOf(this.#tape, this.#node) - 2 > characters && this.characters > characters
    )
  }

  /** As `fastBlanks` of its text, which is not decoded for it. */
  blanks(): PackedSpans | 'invalid' | undefined {
    const { bytes } = this.#tape
    const found =
      bytes && blanksOfSpelled(bytes.subarray(startOf(this.#tape, this.#node) + 1, endOf(this.#tape, this.#node) - 1))
    if (typeof found !== 'object') return found
    const { spans, places, characters } = found
    this.noted.characters = characters
    if (spans.characters < characters) this.noted.cut = { kept: spans, places }
    return spans
  }

  #measured(): Measures {
    const measured = measuresOf(this.#tape, startOf(this.#tape, this.#node) + 1, endOf(this.#tape, this.#node) - 1) ?? {
      characters: this.text.length,
      hasEscapes: this.text.includes(escapeCharacter),
    }
    Object.assign(this.noted, measured)
    return measured
  }

  /** Read on up to a space, where no escape and no character is parted, until it is enough. */
  #readBeginning(): string | undefined {
    const { bytes } = this.#tape
    const start = startOf(this.#tape, this.#node) + 1
    const end = endOf(this.#tape, this.#node) - 1
    if (bytes === undefined || end - start < worthParting) return undefined
    let text = ''
    for (let at = start; text.length < beginningCharacters; ) {
      const bytesEach = text === '' ? 1 : (at - start) / text.length
      const until = at + Math.ceil((beginningCharacters - text.length) * bytesEach) + spareBytes
      const cut = until < end ? bytes.lastIndexOf(space, until) : -1
      const more = cut > at ? fastDecode(bytes.subarray(at, cut)) : undefined
      if (more === undefined) return undefined
      text += more
      at = cut
    }
    return text
  }
}
