// Finds the JSON value that most of a text is, where the text as a whole is none: the value is cut off, or stands in a fence,
// behind a heading or before other text on its line. Says how far it can be read, and what would close it there.

import { isJsonWhitespace } from '../../../../../core/json/scan.ts'

export interface EmbeddedJson {
  readonly start: number
  /** Behind the last member or element that is whole. */
  readonly end: number
  /** What closes the brackets that are open there; empty if the value is whole. */
  readonly closers: string
}

const [quote, backslash] = [0x22, 0x5c]
const plainValue = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y

/** Behind the string that begins here, or -1. Escapes are not judged: whoever uses the value scans it. */
const behindString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === quote) return at + 1
    if (unit === backslash) at += 1
    else if (unit < 0x20) return -1
  }
  return -1
}

/** Behind the value without parts that begins here, or -1. What ends with the text may go on behind it. */
const behindPlain = (text: string, start: number): number => {
  if (text.charCodeAt(start) === quote) return behindString(text, start)
  plainValue.lastIndex = start
  return plainValue.test(text) && plainValue.lastIndex < text.length ? plainValue.lastIndex : -1
}

const skipBlanks = (text: string, start: number): number => {
  let at = start
  while (isJsonWhitespace(text.charCodeAt(at))) at += 1
  return at
}

/** Where the value of the member begins that begins here, or -1. */
const behindKey = (text: string, start: number): number => {
  const end = text.charCodeAt(start) === quote ? behindString(text, start) : -1
  const colon = end < 0 ? -1 : skipBlanks(text, end)
  return text[colon] === ':' ? skipBlanks(text, colon + 1) : -1
}

/** Reads the value whose bracket is at `start` as far as it is JSON; `undefined` if no part of it is whole. */
const readFrom = (text: string, start: number): EmbeddedJson | undefined => {
  const open: string[] = []
  let [end, depth] = [-1, 0]
  const next = (at: number): number => (open.at(-1) === '}' ? behindKey(text, at) : at)
  for (let at = start; at >= 0; ) {
    const opening = text[at]
    if (opening === '{' || opening === '[') {
      const closer = opening === '{' ? '}' : ']'
      open.push(closer)
      at = skipBlanks(text, at + 1)
      if (text[at] !== closer) {
        at = next(at)
        continue
      }
    } else {
      at = behindPlain(text, at)
      if (at < 0) break
      ;[end, depth] = [at, open.length]
      at = skipBlanks(text, at)
    }
    while (open.length > 0 && text[at] === open.at(-1)) {
      open.pop()
      ;[end, depth] = [at + 1, open.length]
      at = open.length === 0 ? end : skipBlanks(text, end)
    }
    if (open.length === 0) return { start, end, closers: '' }
    if (text[at] !== ',') break
    at = next(skipBlanks(text, at + 1))
  }
  return end < 0 ? undefined : { start, end, closers: open.slice(0, depth).reverse().join('') }
}

/** Whether a value stands on lines of its own, outside of any fence: values that do are read with the lines around them. */
const isOnOwnLines = (text: string, { start, end, closers }: EmbeddedJson): boolean => {
  const before = text.slice(0, start)
  const behind = /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 200))
  return closers === '' && behind && /(?:^|\n)[ \t]*$/.test(before.slice(-200)) && !/^ {0,3}(?:```|~~~)/m.test(before)
}

/** Brackets of headings and times may stand before the value. */
const mostTries = 8

/** The value that takes up at least half of the text, or `undefined`. Linear in the text. */
export const embeddedJson = (text: string): EmbeddedJson | undefined => {
  const opening = /[[{]/g
  for (let tries = 0; tries < mostTries; tries += 1) {
    const start = opening.exec(text)?.index
    if (start === undefined || 2 * start > text.length) return undefined
    const found = readFrom(text, start)
    if (found !== undefined && 2 * (found.end - start) >= text.length)
      return isOnOwnLines(text, found) ? undefined : found
    if (found !== undefined) opening.lastIndex = Math.max(opening.lastIndex, found.end)
  }
  return undefined
}
