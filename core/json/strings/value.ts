// The value of a string, read as far as it is asked for: of most of a body only its length and its beginning are ever looked at.

import type { PackedSpans } from '../../text/spans.ts'
import { endOf, startOf, stringOf } from '../read.ts'
import type { JsonTape } from '../scan.ts'
import type { Cuts } from '../splice/splice.ts'
import { inWebAssembly, maxBytes, padded } from '../webassembly/instance.ts'
import { type Beginning, beginningIn, beginningOf } from './beginning.ts'
import { blanksOfSpelled } from './blanks.ts'

/** So many characters tell how a value opens. */
const openingCharacters = 160
/** So many units tell how a value opens, unless it begins with more blanks. */
const openingUnits = 64
/** Blanks in any spelling but that by numbers, and a character that neither opens JSON nor may be spelled as one that does. */
const plainOpening = /^(?: |\\[tnr])*(?:[^[{ \\]|\\u001b)/i

const escapeCharacter = '\u001b'

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

const none = new Int32Array(0)

interface Measures {
  readonly characters: number
  /** Where its escape characters stand: each in the spelling, in bytes from its opening quote on, and among the UTF-16 units. */
  readonly escapes?: Int32Array
}

/** Of what stands between two quotes; `undefined`: it has to be decoded. */
const measuresOf = ({ bytes }: JsonTape, start: number, end: number): Measures | undefined => {
  const length = end - start
  if (bytes === undefined || length > maxBytes) return undefined
  const noted = padded(length)
  // Six bytes spell an escape character, and eight note it.
  const fast = inWebAssembly(noted + padded(2 * length))
  if (fast === undefined) return undefined
  const { exports, numbers } = fast
  bytes.copy(fast.bytes, 0, start, end)
  const characters = exports.measure(0, length, noted)
  const at = noted / 4
  const count = numbers[at] ?? 0
  return { characters, escapes: count === 0 ? none : numbers.slice(at + 1, at + 1 + 2 * count) }
}

/** Of one string node of a tape. Holds the tape. */
export class StringValue {
  readonly #tape: JsonTape
  readonly #node: number
  #text: string | undefined
  #opening: string | undefined
  #measures: Measures | undefined

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
    this.noted.hasEscapes ??= this.#tape.hasColours !== false && this.#lookForEscapes()
    return this.noted.hasEscapes
  }

  /**
   * Where that character stands each time: in its spelling, in bytes from its opening quote on, and among its UTF-16 units; one after the
   * other. `undefined`: only its text says.
   */
  get escapes(): Int32Array | undefined {
    return this.#measured().escapes
  }

  /** Its first 8,000 characters; all of it if it has no more. Good until that of another value is asked for. */
  get beginning(): Beginning {
    const beginning = this.#beginningOf() ?? beginningOf(this.text)
    this.#opening ??= beginning.part(0, openingCharacters)
    return beginning
  }

  /** Its first 160 characters; all of it if it has no more. */
  get opening(): string {
    this.#opening ??= (this.#beginningOf(openingCharacters) ?? beginningOf(this.text)).part(0, openingCharacters)
    return this.#opening
  }

  /** Whether its first character that is not a blank may open an object or a list; told by a few units of its spelling. */
  get mayOpenJson(): boolean {
    return !plainOpening.test(this.spelling(0, openingUnits))
  }

  /** Whether it has more UTF-16 units; told by its spelling, which has no fewer bytes, where that does. */
  isLongerThan(characters: number): boolean {
    return this.spelledLength > characters && this.characters > characters
  }

  /** As `fastBlanks` of its text, which is not decoded for it. */
  blanks(): PackedSpans | 'invalid' | undefined {
    const { bytes } = this.#tape
    const found = bytes && blanksOfSpelled(bytes, this.#start, this.#end)
    if (typeof found !== 'object') return found
    const { spans, places, characters } = found
    this.noted.characters = characters
    if (spans.characters < characters) this.noted.cut = { kept: spans, places }
    return spans
  }

  /** How long its spelling is between its quotes, in units of its tape. */
  get spelledLength(): number {
    return this.#end - this.#start
  }

  /** A part of that. */
  spelling(from: number, to: number): string {
    return this.#tape.text.slice(this.#start + from, Math.min(this.#start + to, this.#end))
  }

  get #start(): number {
    return startOf(this.#tape, this.#node) + 1
  }

  get #end(): number {
    return endOf(this.#tape, this.#node) - 1
  }

  #beginningOf(characters?: number): Beginning | undefined {
    const { bytes } = this.#tape
    return bytes && this.#text === undefined ? beginningIn(bytes, this.#start, this.#end, characters) : undefined
  }

  #lookForEscapes(): boolean {
    return this.escapes === undefined ? this.text.includes(escapeCharacter) : this.escapes.length > 0
  }

  #measured(): Measures {
    this.#measures ??= measuresOf(this.#tape, this.#start, this.#end) ?? { characters: this.text.length }
    this.noted.characters = this.#measures.characters
    return this.#measures
  }
}
