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
const longestRead = 40

const [fnvStart, fnvPrime] = [0x811c9dc5, 0x01000193]

/** Folded so that its low bits are well mixed. */
const mixed = (state: number): number => (state ^ (state >>> 15)) >>> 0

/** FNV-1a over UTF-16 units. */
const hash = (units: Uint16Array, from: number, end: number, seed: number): number => {
  let state = fnvStart ^ seed
  for (let at = from; at < end; at++) state = Math.imul(state ^ (units[at] ?? 0), fnvPrime)
  return mixed(state)
}

/** Tokens are numbered by how common they are: two rows for each doubling of the number, then rows for words of several tokens. */
const frequencyOf = (token: number): number => {
  if (token < 0) return Math.min(wordRows.frequency - 1, 37 - token)
  const bits = 32 - Math.clz32(token)
  return Math.min(38, 2 * bits + (bits > 1 ? (token >>> (bits - 2)) & 1 : 0))
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57
const isJoiner = (unit: number): boolean => unit === 45 || unit === 39 || unit === 46 || unit === 47

/** The token that the first `length` units are, or how many, below zero: as those count whose numbers the network has learned from. */
const learnedToken = (units: Uint16Array, length: number, isAscii: boolean): number => {
  if (!isAscii) {
    const text = String.fromCharCode(...units.subarray(0, length))
    if (isMisread(text)) return misreadTokenOrCount(text)
  }
  return tokenOrCount(units, length)
}

/** A blank, then a word as it is spelled; and the same in lower case, with all its digits alike. */
const spelled = new Uint16Array(1 + longestRead).fill(32)
const alike = new Uint16Array(1 + longestRead).fill(32)

/** What is written of each word, from its place on: its features, and what else its spelling says. */
export const SpellingCell = {
  /** o200k tokens of it as it is spelled, behind a space; 0 if it is too long to be counted here. */
  tokens: wordFeatureCount,
  /** The lower and upper half of a number that follows from its letters in lower case. */
  letters: wordFeatureCount + 1,
  count: wordFeatureCount + 3,
} as const

/** Writes what the spelling of `[from, end)` says; of a word, its features are those that it has in lower case. */
export const writeSpelling = (
  units: Uint16Array,
  from: number,
  end: number,
  isWord: boolean,
  cells: Uint16Array,
  at: number,
): void => {
  const length = Math.min(longestRead, end - from)
  let state = fnvStart
  let [digits, joiners, all, changed] = [0, 0, 0, 0]
  for (let next = 1; next <= end - from; next++) {
    const unit = units[from + next - 1] ?? 0
    let letter = isWord ? lowerUnit(unit) : unit
    if (letter < 58) {
      if (isDigit(letter)) {
        digits++
        letter = 48
      } else if (isJoiner(letter)) joiners++
    } else if (letter === 0x2019) joiners++
    if (next > longestRead) continue
    state = Math.imul(state ^ letter, fnvPrime)
    all |= unit
    changed |= unit ^ letter
    spelled[next] = unit
    alike[next] = letter
  }
  const isCounted = length === end - from
  const isAscii = all < 128
  const token = isCounted ? tokenOrCount(spelled, 1 + length) : 0
  // A row is found by letters alone, so a word of lower case and ASCII is the token that it looks like.
  const alikeToken = isCounted && isAscii && changed === 0 ? token : learnedToken(alike, 1 + length, isAscii)
  cells[at] = mixed(state) & (wordRows.word - 1)
  cells[at + 1] = hash(alike, 1 + Math.max(0, length - 3), 1 + length, 1) & (wordRows.ending - 1)
  cells[at + 2] = hash(alike, 1, 1 + Math.min(4, length), 2) & (wordRows.beginning - 1)
  cells[at + 3] = frequencyOf(alikeToken)
  cells[at + 4] = Math.min(end - from, 15) + 16 * Math.min(digits, 3) + 64 * Math.min(joiners, 1)
  cells[at + SpellingCell.tokens] = isCounted ? Math.max(1, -token) : 0
  cells[at + SpellingCell.letters] = mixed(state)
  cells[at + SpellingCell.letters + 1] = state >>> 16
}
