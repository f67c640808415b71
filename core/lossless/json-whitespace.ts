// Where a text that is wholly one JSON object or array has whitespace that means nothing.

import { isJsonWhitespace, scanJson } from '../json/scan.ts'
import type { Span } from '../spans.ts'

/** Spans of the insignificant whitespace, in order; empty when the text is anything but one JSON object or array. */
export const jsonWhitespace = (text: string): Span[] => {
  let first = 0
  while (isJsonWhitespace(text.charCodeAt(first))) first += 1
  const opening = text[first]
  if ((opening !== '{' && opening !== '[') || scanJson(text) === undefined) return []

  const found: Span[] = []
  let index = 0
  while (index < text.length) {
    const unit = text.charCodeAt(index)
    if (unit === 0x22) {
      index += 1
      while (text.charCodeAt(index) !== 0x22) index += text.charCodeAt(index) === 0x5c ? 2 : 1
      index += 1
    } else if (isJsonWhitespace(unit)) {
      const start = index
      while (isJsonWhitespace(text.charCodeAt(index))) index += 1
      found.push([start, index])
    } else {
      index += 1
    }
  }
  return found
}
