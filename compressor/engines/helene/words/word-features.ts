// What the network sees of a word by itself: rows of its table, found by hashing and by how common the word is as a token.
// Only defines them; the network has learned what they mean.

import { encodeByLibrary } from '../../../text/o200k/library.ts'
import { countTokens, rankOfToken } from '../../../text/tokens.ts'

/** Number of rows of each kind of feature; a power of two if the rows are hashed. */
export const wordRows = { word: 4096, ending: 1024, beginning: 1024, frequency: 48, shape: 128 } as const

export interface WordFeatures {
  readonly word: number
  readonly ending: number
  readonly beginning: number
  readonly frequency: number
  readonly shape: number
}

/** FNV-1a over UTF-16 units, folded so that its low bits are well mixed. */
const hash = (text: string, from: number, end: number, seed: number): number => {
  let state = 0x811c9dc5 ^ seed
  for (let at = from; at < end; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  return (state ^ (state >>> 15)) >>> 0
}

const longestRanked = 40

/** The library counts these otherwise than o200k does, and the network has learned from its counts. */
const misread = /[\x85\uFEFF]/

/** How many tokens the word has behind a space; for one, its rank. */
const readTokens = (word: string): { readonly count: number; readonly rank: number } => {
  const spaced = ` ${word}`
  if (misread.test(word)) {
    const { length, 0: rank = 0 } = encodeByLibrary(spaced)
    return { count: length, rank }
  }
  const count = countTokens(spaced)
  return { count, rank: count === 1 ? (rankOfToken(spaced) ?? 0) : 0 }
}

/** Tokens are numbered by how common they are: two rows for each doubling of the number, then rows for words of several tokens. */
const frequencyOf = (word: string): number => {
  if (word.length > longestRanked) return wordRows.frequency - 1
  const { count, rank } = readTokens(word)
  if (count > 1) return Math.min(wordRows.frequency - 1, 37 + count)
  const bits = 32 - Math.clz32(rank)
  return Math.min(38, 2 * bits + (bits > 1 ? (rank >>> (bits - 2)) & 1 : 0))
}

const shapeOf = (word: string): number => {
  let digits = 0
  let joiners = 0
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    if (unit >= 48 && unit <= 57) digits++
    else if (unit === 45 || unit === 39 || unit === 0x2019 || unit === 46 || unit === 47) joiners++
  }
  return Math.min(word.length, 15) + 16 * Math.min(digits, 3) + 64 * Math.min(joiners, 1)
}

const digitsAlike = (word: string): string => word.replace(/[0-9]/g, '0')

/** The features of a word in lower case, or of the characters of any other unit. */
export const readWordFeatures = (shown: string): WordFeatures => {
  const word = digitsAlike(shown.length > longestRanked ? shown.slice(0, longestRanked) : shown)
  const { length } = word
  return {
    word: hash(word, 0, length, 0) & (wordRows.word - 1),
    ending: hash(word, Math.max(0, length - 3), length, 1) & (wordRows.ending - 1),
    beginning: hash(word, 0, Math.min(4, length), 2) & (wordRows.beginning - 1),
    frequency: frequencyOf(word),
    shape: shapeOf(shown),
  }
}
