// Counts the o200k_base tokens of a text: exactly, in linear time, and without an error on any string.

import { countTokens as countWhole } from 'gpt-tokenizer/encoding/o200k_base'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { countMergedTokens } from './bpe.ts'
import { ownCopy } from './own-copy.ts'
import { SliceMap } from './slice-map.ts'
import { isAsciiWord } from './token-boundary.ts'

/** `<|endoftext|>` and the like in a message are plain text: a provider never reads them as control tokens. */
const plainText = { disallowedSpecial: new Set<string>() }

/** Longer stretches are counted in parts. */
const longestWhole = 40
const mostCached = 60_000
/** For longer pieces the library's merge, which is quadratic in one unbroken piece, costs more than ours. */
const longestForLibrary = 200
const cached = new SliceMap<number>(mostCached)
const apostrophe = 39

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code > 126

/** White space by the definition of o200k. The library's pattern says `\s`, which in JavaScript includes U+FEFF and lacks U+0085. */
const whiteSpace = String.raw`\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`
const strayWhiteSpace = /[\x85\uFEFF]/
const pieces = new RegExp(
  O200K_TOKEN_SPLIT_REGEX.source
    .replaceAll(String.raw`[^\s`, `[^${whiteSpace}`)
    .replaceAll(String.raw`\s`, `[${whiteSpace}]`)
    .replaceAll(String.raw`\S`, `[^${whiteSpace}]`),
  'gu',
)

/** Counts any string piece by piece, in n log n. */
const countSlowly = (text: string): number => {
  let tokens = 0
  for (const [piece] of text.matchAll(pieces)) {
    const merge = piece.length > longestForLibrary || strayWhiteSpace.test(piece)
    tokens += merge ? countMergedTokens(piece) : countWhole(ownCopy(piece), plainText)
  }
  return tokens
}

const countOnce = (stretch: string): number =>
  stretch.length > longestForLibrary || strayWhiteSpace.test(stretch)
    ? countSlowly(stretch)
    : countWhole(ownCopy(stretch), plainText)

const countPart = (text: string, from: number, end: number): number => cached.find(text, from, end, countOnce)

/** Counts in parts: a piece ends between an ASCII letter or digit and any other ASCII character except an apostrophe. */
const countLong = (text: string, from: number, end: number): number => {
  let tokens = 0
  let start = from
  let afterWord = false
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at)
    const isWord = isAsciiWord(code)
    if (afterWord && !isWord && code < 128 && code !== apostrophe) {
      tokens += countPart(text, start, at)
      start = at
    }
    afterWord = isWord
  }
  return tokens + countPart(text, start, end)
}

const countStretch = (text: string, from: number, end: number): number =>
  end - from > longestWhole ? countLong(text, from, end) : countPart(text, from, end)

/**
 * Exact number of o200k_base tokens. Special tokens count as the plain text they are; a lone surrogate counts as the
 * replacement character that it becomes in UTF-8.
 *
 * The text is cut at single spaces between two visible characters: no o200k token reaches across such a place, so the
 * counts add up, and each stretch, mostly one word, is looked up in a cache.
 */
export const countTokens = (text: string): number => {
  let tokens = 0
  let start = 0
  const last = text.length - 1
  for (let at = text.indexOf(' ', 1); at > 0 && at < last; at = text.indexOf(' ', at + 1)) {
    if (isBlank(text.charCodeAt(at - 1)) || isBlank(text.charCodeAt(at + 1))) continue
    tokens += countStretch(text, start, at)
    start = at
  }
  return start > last ? tokens : tokens + countStretch(text, start, text.length)
}

const shortest = 64

/** The same for the characters `[from, end)`, which are copied only if they are many. */
export const countTokensWithin = (text: string, from: number, end: number): number => {
  if (end - from > shortest) return countTokens(text.slice(from, end))
  let tokens = 0
  let start = from
  for (let at = from + 1; at < end - 1; at++) {
    if (text.charCodeAt(at) !== 32) continue
    if (isBlank(text.charCodeAt(at - 1)) || isBlank(text.charCodeAt(at + 1))) continue
    tokens += countStretch(text, start, at)
    start = at
  }
  return start < end ? tokens + countStretch(text, start, end) : tokens
}
