// What the network sees of a word by itself: rows of its table, found by hashing and by how common the word is as a token.
// Only defines them; the network has learned what they mean.

import { isMisread, misreadTokenOrCount } from '../../../text/o200k/misread.ts'
import { tokenOrCount } from '../../../text/tokens.ts'

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

/** The token that the word is behind a space, or how many it is, below zero. */
const readToken = (word: string): number =>
  isMisread(word) ? misreadTokenOrCount(` ${word}`) : tokenOrCount(` ${word}`)

/** Tokens are numbered by how common they are: two rows for each doubling of the number, then rows for words of several tokens. */
const frequencyOf = (word: string, known: number | undefined): number => {
  if (word.length > longestRanked) return wordRows.frequency - 1
  const token = known ?? readToken(word)
  if (token < 0) return Math.min(wordRows.frequency - 1, 37 - token)
  const bits = 32 - Math.clz32(token)
  return Math.min(38, 2 * bits + (bits > 1 ? (token >>> (bits - 2)) & 1 : 0))
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

/**
 * The features of a word in lower case, or of the characters of any other unit.
 * @param token what `tokenOrCount` says of it behind a space, where that is known
 */
export const readWordFeatures = (shown: string, token?: number): WordFeatures => {
  const word = digitsAlike(shown.length > longestRanked ? shown.slice(0, longestRanked) : shown)
  const { length } = word
  return {
    word: hash(word, 0, length, 0) & (wordRows.word - 1),
    ending: hash(word, Math.max(0, length - 3), length, 1) & (wordRows.ending - 1),
    beginning: hash(word, 0, Math.min(4, length), 2) & (wordRows.beginning - 1),
    frequency: frequencyOf(word, word === shown && !isMisread(word) ? token : undefined),
    shape: shapeOf(shown),
  }
}
