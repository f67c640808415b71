// The lossless depth: deletes only what carries no meaning. Pure, versioned, and shared with the compressor.

import { isJsonWhitespace } from '../json/scan.ts'
import { envelopeOf, keptOfEnvelope, opensEnvelope, opensNoEnvelope } from '../json/strings/envelopes.ts'
import type { StringValue } from '../json/strings/value.ts'
import { type KeptSpans, type Span, type SpanList, sliceSpans, spansBetween } from '../text/spans.ts'
import { ansiSequences } from './ansi.ts'
import { packedWithoutJsonWhitespace, withoutJsonWhitespace } from './json-whitespace.ts'
import { withoutColours } from './spelled-colours.ts'

/** Any change of output is a new version: a conversation must keep the bytes that were sent once. */
export const losslessVersion = 'lossless-2'
/** Opens no envelopes. */
export const formerLosslessVersion = 'lossless-1'

/** Spans over `sliceSpans(text, outer)` as spans over `text`. */
const compose = (outer: KeptSpans, inner: KeptSpans): Span[] => {
  const composed: Span[] = []
  let offset = 0
  let next = 0
  for (const [start, end] of outer) {
    const length = end - start
    for (; next < inner.length; next += 1) {
      const span = inner[next]
      if (span === undefined || span[0] >= offset + length) break
      composed.push([start + Math.max(0, span[0] - offset), start + Math.min(length, span[1] - offset)])
      if (span[1] > offset + length) break
    }
    offset += length
  }
  return composed
}

/** Whether what stays of a text begins like an object or a list. To put the pieces together is to copy them. */
const opensJson = (text: string, kept: KeptSpans): boolean => {
  for (const [start, end] of kept)
    for (let at = start; at < end; at += 1)
      if (!isJsonWhitespace(text.charCodeAt(at))) return /[[{]/.test(text.charAt(at))
  return false
}

/**
 * `losslessSpans` of the former version: what stays of a text when ANSI codes go and, if the rest is wholly one JSON object or array, its insignificant
 * whitespace; `undefined` if nothing goes. Idempotent. Linear in the text.
 */
export const formerLosslessSpans = (text: string): KeptSpans | undefined => {
  const sequences = ansiSequences(text)
  if (sequences.length === 0) return withoutJsonWhitespace(text)
  const plain = spansBetween(text.length, sequences)
  // Colours around nothing would leave nothing but blanks, which providers refuse.
  if (plain.every(([start, end]) => text.slice(start, end).trim() === '')) return undefined
  const compact = opensJson(text, plain) ? withoutJsonWhitespace(sliceSpans(text, plain)) : undefined
  return compact === undefined ? plain : compose(plain, compact)
}

/** Whether anything may go of a value: told without decoding it. */
export const mayLose = (value: StringValue): boolean => value.mayOpenJson || value.hasEscapes

/**
 * What stays of a text when ANSI codes go and, if the rest is wholly one JSON object or array, its insignificant whitespace,
 * in the texts of an envelope too; `undefined` if nothing goes. Idempotent. Linear in the text, for each envelope in another.
 */
export const losslessSpans = (text: string): KeptSpans | undefined => {
  const outer = formerLosslessSpans(text)
  const envelope = envelopeOf(text)
  if (envelope === undefined) return outer
  const inner = envelope.texts.map((one) => losslessSpans(one.text))
  return inner.every((kept) => kept === undefined) ? outer : keptOfEnvelope(envelope, outer, inner)
}

/** Whether a text that opens so may be an object or a list, and no envelope. */
const isJsonAlone = (opening: string): boolean => /^[ \t\n\r]*[[{]/.test(opening) && opensNoEnvelope(opening)

/** The same of a value, whose text is not decoded where it is JSON alone, or loses nothing. */
export const losslessOfValue = (value: StringValue): SpanList | undefined => {
  const spans = value.mayOpenJson && isJsonAlone(value.opening) ? value.blanks() : undefined
  if (typeof spans === 'object') return spans.characters === value.characters ? undefined : spans
  return mayLose(value) ? (withoutColours(value) ?? losslessSpanList(value.text)) : undefined
}

/** The same, packed where it is JSON alone: that loses the most spans. */
export const losslessSpanList = (text: string): SpanList | undefined =>
  text.includes('\u001b') || opensEnvelope(text) ? losslessSpans(text) : packedWithoutJsonWhitespace(text)
