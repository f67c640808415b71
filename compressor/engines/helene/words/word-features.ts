// What the network sees of a word by itself: rows of its table, found by hashing and by how common the word is as a token.
// Only defines them; the network has learned what they mean.

import { lowerUnit } from '../../../text/characters.ts'
import { isMisread, misreadTokenOrCount } from '../../../text/o200k/misread.ts'
import { tokenOrCount } from '../../../text/tokens.ts'

/** Number of rows of each kind of feature; a power of two if the rows are hashed. */
export const wordRows = { word: 4096, ending: 1024, beginning: 1024, frequency: 48, shape: 128 } as const
/** How many kinds there are. */
export const wordFeatureCount = 5

/** UTF-16 units of a word that are looked at, at most. */
export const longestRead = 40

/** FNV-1a over UTF-16 units, folded so that its low bits are well mixed. */
const hash = (units: Uint16Array, from: number, end: number, seed: number): number => {
  let state = 0x811c9dc5 ^ seed
  for (let at = from; at < end; at++) state = Math.imul(state ^ (units[at] ?? 0), 0x01000193)
  return (state ^ (state >>> 15)) >>> 0
}

/** Tokens are numbered by how common they are: two rows for each doubling of the number, then rows for words of several tokens. */
const frequencyOf = (token: number): number => {
  if (token < 0) return Math.min(wordRows.frequency - 1, 37 - token)
  const bits = 32 - Math.clz32(token)
  return Math.min(38, 2 * bits + (bits > 1 ? (token >>> (bits - 2)) & 1 : 0))
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57
const isJoiner = (unit: number): boolean => unit === 45 || unit === 39 || unit === 0x2019 || unit === 46 || unit === 47

const shapeOf = (units: Uint16Array, from: number, end: number): number => {
  let digits = 0
  let joiners = 0
  for (let at = from; at < end; at++) {
    const unit = units[at] ?? 0
    if (isDigit(unit)) digits++
    else if (isJoiner(unit)) joiners++
  }
  return Math.min(end - from, 15) + 16 * Math.min(digits, 3) + 64 * Math.min(joiners, 1)
}

/** The token that the first `length` units are, or how many, below zero: as those count whose numbers the network has learned from. */
const learnedToken = (units: Uint16Array, length: number): number => {
  for (let at = 0; at < length; at++)
    if ((units[at] ?? 0) > 127) {
      const text = String.fromCharCode(...units.subarray(0, length))
      if (isMisread(text)) return misreadTokenOrCount(text)
    }
  return tokenOrCount(units, length)
}

/** A blank, then a word with all its digits alike. */
const alike = new Uint16Array(1 + longestRead).fill(32)

/**
 * Writes the features of what stands at `[from, end)`; of a word, those that it has in lower case.
 * @param token what `tokenOrCount` says of it behind a space, where it is known and the word is spelled in lower case
 */
export const writeWordFeatures = (
  units: Uint16Array,
  from: number,
  end: number,
  isWord: boolean,
  token: number | undefined,
  features: Uint16Array,
  at: number,
): void => {
  const length = Math.min(longestRead, end - from)
  for (let next = 0; next < length; next++) {
    const unit = units[from + next] ?? 0
    alike[1 + next] = isDigit(unit) ? 48 : isWord ? lowerUnit(unit) : unit
  }
  features[at] = hash(alike, 1, 1 + length, 0) & (wordRows.word - 1)
  features[at + 1] = hash(alike, 1 + Math.max(0, length - 3), 1 + length, 1) & (wordRows.ending - 1)
  features[at + 2] = hash(alike, 1, 1 + Math.min(4, length), 2) & (wordRows.beginning - 1)
  features[at + 3] = frequencyOf(token ?? learnedToken(alike, 1 + length))
  features[at + 4] = shapeOf(units, from, end)
}
