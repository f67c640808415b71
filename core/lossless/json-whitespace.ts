// What is left of a text that is wholly one JSON object or array when its meaningless whitespace goes.

import { isJson } from '../json/parsed.ts'
import { isJsonWhitespace } from '../json/scan.ts'
import { fastBlanks } from '../json/strings/blanks.ts'
import { unitsReader } from '../json/units.ts'
import type { Span, SpanList } from '../text/spans.ts'

const unitsOf = unitsReader()

/** Where the object or array begins that a text may be; -1 if it is neither. */
const beginningOf = (text: string): number => {
  let first = 0
  while (isJsonWhitespace(text.charCodeAt(first))) first += 1
  return text[first] === '{' || text[first] === '[' ? first : -1
}

/** The same as `withoutJsonWhitespace`, packed, and several times faster where WebAssembly is. */
export const packedWithoutJsonWhitespace = (text: string): SpanList | undefined => {
  const spans = beginningOf(text) < 0 ? 'invalid' : fastBlanks(text)
  if (spans === undefined) return withoutJsonWhitespace(text)
  return spans === 'invalid' || spans.characters === text.length ? undefined : spans
}

/**
 * Spans of everything but the insignificant whitespace, in order; `undefined` if the text has none, or is
 * anything but one JSON object or array.
 */
export const withoutJsonWhitespace = (text: string): Span[] | undefined => {
  const first = beginningOf(text)
  if (first < 0 || !isJson(text)) return undefined

  const units = unitsOf(text)
  const length = units.length
  const kept: Span[] = []
  let start = first
  for (let index = first; index < length; index += 1) {
    const unit = units[index] ?? 0
    if (unit === 0x22) {
      for (index += 1; units[index] !== 0x22; index += 1) if (units[index] === 0x5c) index += 1
    } else if (unit <= 0x20) {
      kept.push([start, index])
      while (index + 1 < length && (units[index + 1] ?? 0) <= 0x20) index += 1
      start = index + 1
    }
  }
  if (start === 0) return undefined
  if (start < length) kept.push([start, length])
  return kept
}
