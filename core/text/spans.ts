// Kept spans: what an engine, the lossless depth and the splice mean by "what stays".

import { isFirstHalf, isSecondHalf } from './character-halves.ts'

/** `[start, end)` in UTF-16 code units of the original text. */
export type Span = readonly [start: number, end: number]

/** Ordered, disjoint, non-empty, inside the text; neighbours may touch. The text that survives is their concatenation. */
export type KeptSpans = readonly Span[]

/** Spans in their order, however they are kept. */
export interface SpanList extends Iterable<Span> {
  readonly length: number
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** End to end in one block: a fifth of the memory of a list of pairs, and nothing for the garbage collector to follow. */
export class PackedSpans implements SpanList {
  /** Starts and ends, in turn. */
  readonly bounds: Int32Array
  #characters: number | undefined

  constructor(bounds: Int32Array) {
    this.bounds = bounds
  }

  /** Throws when a bound is not a whole number, or is larger than any text. */
  static of(spans: SpanList): PackedSpans {
    if (spans instanceof PackedSpans) return spans
    const bounds = new Int32Array(2 * spans.length)
    let at = 0
    for (const [start, end] of spans) {
      bounds[at] = start
      bounds[at + 1] = end
      if (bounds[at] !== start || bounds[at + 1] !== end) throw new RangeError('A bound of a span is a whole number.')
      at += 2
    }
    return new PackedSpans(bounds)
  }

  /** Whether they are the same spans. */
  equals({ bounds }: PackedSpans): boolean {
    return bounds === this.bounds || bytesOf(bounds).equals(bytesOf(this.bounds))
  }

  get length(): number {
    return this.bounds.length / 2
  }

  /** How many UTF-16 units are in them. */
  get characters(): number {
    if (this.#characters !== undefined) return this.#characters
    let characters = 0
    for (let at = 0; at < this.bounds.length; at += 2) characters += (this.bounds[at + 1] ?? 0) - (this.bounds[at] ?? 0)
    this.#characters = characters
    return characters
  }

  *[Symbol.iterator](): Iterator<Span> {
    for (let at = 0; at < this.bounds.length; at += 2) yield [this.bounds[at] ?? 0, this.bounds[at + 1] ?? 0]
  }
}

/** The surviving text: slices of the original and nothing else. */
export const sliceSpans = (text: string, spans: SpanList): string => {
  let kept = ''
  for (const [start, end] of spans) kept += text.slice(start, end)
  return kept
}

/** What spans leave of a text: the spans between them. They come in the order of their starts, and may overlap. */
export const spansBetween = (length: number, spans: SpanList): Span[] => {
  const between: Span[] = []
  let position = 0
  for (const [start, end] of spans) {
    if (start > position) between.push([position, start])
    position = Math.max(position, end)
  }
  if (position < length) between.push([position, length])
  return between
}

/** What stays of `kept` when these spans go as well. Both in order; the spans do not overlap. */
export const withoutSpans = (kept: SpanList, gone: readonly Span[]): SpanList => {
  if (gone.length === 0) return kept
  const left: Span[] = []
  let next = 0
  for (const [start, end] of kept) {
    let position = start
    while ((gone[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) next += 1
    for (let at = next; at < gone.length; at += 1) {
      const [from = end, until = end] = gone[at] ?? []
      if (from >= end) break
      if (from > position) left.push([position, from])
      position = Math.max(position, until)
    }
    if (position < end) left.push([position, end])
  }
  return left
}

/** The same spans, those that touch as one. */
export const joinedSpans = (spans: SpanList): PackedSpans => {
  const { bounds } = PackedSpans.of(spans)
  const joined = new Int32Array(bounds.length)
  let to = 0
  for (let at = 0; at < bounds.length; at += 2) {
    const start = bounds[at] ?? 0
    // Over the end of the one before.
    if (to > 0 && joined[to - 1] === start) to -= 1
    else joined[to++] = start
    joined[to++] = bounds[at + 1] ?? 0
  }
  return new PackedSpans(joined.slice(0, to))
}

/** How many of so many UTF-16 units do not survive. */
export const deletedCharacters = (characters: number, spans: SpanList): number => {
  if (spans instanceof PackedSpans) return characters - spans.characters
  let deleted = characters
  for (const span of spans) deleted -= span[1] - span[0]
  return deleted
}

/** Whether a cut at this index would part the two halves of one character. */
export const splitsCharacter = (text: string, index: number): boolean =>
  index > 0 && index < text.length && isFirstHalf(text.charCodeAt(index - 1)) && isSecondHalf(text.charCodeAt(index))

/**
 * Says what is wrong with spans that came from elsewhere, or `undefined` when they are sound.
 * An engine that lies must not be able to break a body, so this runs before every splice.
 */
export const spansFault = (text: string, spans: SpanList): string | undefined => {
  let previousEnd = 0
  for (const [start, end] of spans) {
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return 'not whole numbers'
    if (start < previousEnd) return 'not in order'
    if (end <= start) return 'empty or backwards'
    if (end > text.length) return 'past the end'
    if (splitsCharacter(text, start) || splitsCharacter(text, end)) return 'inside a character'
    previousEnd = end
  }
  return undefined
}
