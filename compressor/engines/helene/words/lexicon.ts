// Everything that the word lists say about a word, looked up once. Knows nothing of where the word stands.

import { lowerCase } from '../../../text/characters.ts'
import { SliceMap } from '../../../text/slice-map.ts'
import { tokenOrCount } from '../../../text/tokens.ts'
import { tierOf } from './common-words.ts'
import { isForeign } from './foreign-words.ts'
import { classOf, isBound, isCount, isFailure, WordClass, type WordClassValue } from './function-words.ts'
import { readWordFeatures, type WordFeatures } from './word-features.ts'
import { wordEndings, wordPoints } from './word-points.ts'

export interface Entry {
  readonly word: string
  readonly wordClass: WordClassValue
  /** How common a content word is; 0 for other words. */
  readonly tier: number
  readonly isCount: boolean
  readonly isBound: boolean
  readonly isFailure: boolean
  readonly isForeign: boolean
  /** How many points the word adds to those of others that look like it. */
  readonly points: number
  /** The same for its ending; names do not get these. */
  readonly endingPoints: number
  /** o200k tokens of the word as it is spelled, after a space; 0 if it is too long to be counted here. */
  readonly tokens: number
  /** What the network sees of it. */
  readonly features: WordFeatures
}

const endingPointsOf = (word: string): number => {
  for (const [ending, points] of wordEndings)
    if (word.length >= ending.length + 3 && word.endsWith(ending)) return points
  return 0
}

/** Longer words are not counted: most appear once, and their tokens may never be needed. */
const longestCounted = 40

const read = (spelling: string): Entry => {
  const word = lowerCase(spelling)
  const wordClass = classOf(word)
  const isContent = wordClass === WordClass.content
  const token = spelling.length > longestCounted ? 0 : tokenOrCount(` ${spelling}`)
  return {
    word,
    wordClass,
    tier: isContent ? tierOf(word) : 0,
    isCount: isCount(word),
    isBound: isBound(word),
    isFailure: isFailure(word),
    isForeign: isContent && isForeign(word),
    points: wordPoints.get(word) ?? 0,
    endingPoints: isContent ? endingPointsOf(word) : 0,
    tokens: spelling.length > longestCounted ? 0 : Math.max(1, -token),
    features: readWordFeatures(word, word === spelling ? token : undefined),
  }
}

/** The entry of everything that is not a word. */
export const noWord: Entry = { ...read(''), tier: 0, tokens: 0 }

const known = new SliceMap<Entry>(50_000)

/** The entry of the word at `[from, end)` of a text. */
export const entryAt = (text: string, from: number, end: number): Entry => known.find(text, from, end, read)
