// Reads the JSON of a compressor's answer. Most of it is spans, thousands of pairs of numbers: they are read into one block each, and
// no list of lists is made of them.

import { PackedSpans } from '../text/spans.ts'

/** How a compressor prints where spans begin and end. Neither can stand inside a string, whose quotes are escaped. */
const opening = '"kept":[['
const closing = ']]'
/** No bound is larger than what a text can have characters. */
const mostDigits = 9
const comma = 44
const zero = 48

interface ReadSpans {
  readonly spans: PackedSpans
  readonly end: number
}

/** The pairs from here on; `undefined` where anything else stands there. */
const spansAt = (text: string, from: number): ReadSpans | undefined => {
  const end = text.indexOf(closing, from)
  if (end < 0) return undefined
  // At least two digits and a comma for each pair, and what is between them.
  const bounds = new Int32Array(2 * Math.ceil((end - from) / 4) + 2)
  let count = 0
  for (let at = from; at < end; ) {
    let bound = 0
    const first = at
    for (let digit = text.charCodeAt(at) - zero; digit >= 0 && digit <= 9; digit = text.charCodeAt(at) - zero) {
      bound = 10 * bound + digit
      at += 1
    }
    const digits = at - first
    const isPadded = digits > 1 && text.charCodeAt(first) === zero
    if (digits === 0 || digits > mostDigits || isPadded) return undefined
    bounds[count] = bound
    count += 1
    const isWithin = count % 2 === 1
    if (at === end) break
    if (isWithin && text.charCodeAt(at) === comma) at += 1
    else if (!isWithin && at + 3 < end && text.startsWith('],[', at)) at += 3
    else return undefined
  }
  return count > 0 && count % 2 === 0
    ? { spans: new PackedSpans(bounds.slice(0, count)), end: end + closing.length }
    : undefined
}

/** What `JSON.parse` makes of the text, whose errors it throws, with spans packed. */
export const parsedReply = (text: string): unknown => {
  const lists: PackedSpans[] = []
  let rest = ''
  let from = 0
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, from)) {
    const read = spansAt(text, at + opening.length)
    if (read === undefined) return JSON.parse(text)
    rest += `${text.slice(from, at)}"kept":${lists.length}`
    lists.push(read.spans)
    from = read.end
  }
  if (lists.length === 0) return JSON.parse(text)
  let placed = 0
  const reply: unknown = JSON.parse(rest + text.slice(from), (name, value) => {
    if (name !== 'kept' || typeof value !== 'number') return value
    placed += 1
    return lists[value]
  })
  // Otherwise one of the numbers is another one, or a name ends like the member's: the contract judges what was printed.
  return placed === lists.length ? reply : JSON.parse(text)
}
