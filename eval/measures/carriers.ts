// Finds where a value stands in texts: an inverted index over word tokens, with word boundaries respected.

import { isWordCharacter, wordSpans } from './word-tokens.ts'

/** One message's text with its word tokens. */
export interface Block {
  /** Index of the message in its transcript. */
  readonly message: number
  readonly text: string
  readonly spans: Int32Array
}

/** One place where a value stands: UTF-16 offsets in the block's text. */
export interface Occurrence {
  readonly block: Block
  readonly start: number
  readonly end: number
}

export const blockOf = (message: number, text: string): Block => ({ message, text, spans: wordSpans(text) })

const extendsWord = (outside: string | undefined, inside: string | undefined): boolean =>
  isWordCharacter(outside) && isWordCharacter(inside)

/** An index of blocks by word. */
export class Carriers {
  private readonly places = new Map<string, { block: Block; start: number }[]>()

  add(block: Block): void {
    for (let index = 0; index < block.spans.length; index += 2) {
      const start = block.spans[index] ?? 0
      const word = block.text.slice(start, block.spans[index + 1])
      const known = this.places.get(word)
      if (known === undefined) this.places.set(word, [{ block, start }])
      else known.push({ block, start })
    }
  }

  /** Occurrences of the value as whole words; only the first `limit` places of its rarest word are tried. */
  find(value: string, limit = 2_000): Occurrence[] {
    const spans = wordSpans(value)
    let rarest: { places: readonly { block: Block; start: number }[]; offset: number } | undefined
    for (let index = 0; index < spans.length; index += 2) {
      const offset = spans[index] ?? 0
      const places = this.places.get(value.slice(offset, spans[index + 1]))
      if (places === undefined) return []
      if (rarest === undefined || places.length < rarest.places.length) rarest = { places, offset }
    }
    if (rarest === undefined) return []
    const found: Occurrence[] = []
    for (const place of rarest.places.slice(0, limit)) {
      const { text } = place.block
      const start = place.start - rarest.offset
      const end = start + value.length
      if (start < 0 || !text.startsWith(value, start)) continue
      if (extendsWord(text[start - 1], value[0]) || extendsWord(text[end], value.at(-1))) continue
      found.push({ block: place.block, start, end })
    }
    return found
  }
}
