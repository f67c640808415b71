// Everything that the word lists say about a word, put together once. Knows nothing of where the word stands.

import { listedCommonWords, tierOf } from './common-words.ts'
import { isForeign, isForeignFurther, isShared, listedForeignWords } from './foreign-words.ts'
import {
  classOf,
  isBound,
  isCount,
  isFailure,
  isLinker,
  isMonth,
  listedFunctionWords,
  WordClass,
  type WordClassValue,
} from './function-words.ts'
import { wordEndings, wordPoints } from './word-points.ts'

/** What else a word is, as one bit for each list. */
export const Sign = {
  count: 1,
  bound: 2,
  failure: 4,
  foreign: 8,
  linker: 16,
  month: 32,
  foreignFurther: 64,
  shared: 128,
} as const

export interface Entry {
  readonly wordClass: WordClassValue
  /** How common a content word is; 0 for other words. */
  readonly tier: number
  readonly signs: number
  /** How many points the word adds to those of others that look like it. */
  readonly points: number
  /** The same for its ending; names do not get these. */
  readonly endingPoints: number
}

const endingPointsOf = (word: string): number => {
  for (const [ending, points] of wordEndings)
    if (word.length >= ending.length + 3 && word.endsWith(ending)) return points
  return 0
}

const signsOf = (word: string, isContent: boolean): number =>
  (isCount(word) ? Sign.count : 0) |
  (isBound(word) ? Sign.bound : 0) |
  (isFailure(word) ? Sign.failure : 0) |
  (isContent && isForeign(word) ? Sign.foreign : 0) |
  (isContent && isForeignFurther(word) ? Sign.foreignFurther : 0) |
  (isShared(word) ? Sign.shared : 0) |
  (isLinker(word) ? Sign.linker : 0) |
  (isMonth(word) ? Sign.month : 0)

const readListed = (word: string): Entry => {
  const wordClass = classOf(word)
  const isContent = wordClass === WordClass.content
  return {
    wordClass,
    tier: isContent ? tierOf(word) : 0,
    signs: signsOf(word, isContent),
    points: wordPoints.get(word) ?? 0,
    endingPoints: isContent ? endingPointsOf(word) : 0,
  }
}

const listed: ReadonlyMap<string, Entry> = new Map(
  [...listedFunctionWords, ...listedCommonWords, ...listedForeignWords, ...wordPoints.keys()].map((word) => [
    word,
    readListed(word),
  ]),
)

/** The entry of everything that is not a word. */
export const noWord: Entry = { wordClass: WordClass.content, tier: 0, signs: 0, points: 0, endingPoints: 0 }

/** The entry of a lower-case word. */
export const entryOf = (word: string): Entry =>
  listed.get(word) ?? {
    wordClass: WordClass.content,
    tier: tierOf(word),
    signs: 0,
    points: 0,
    endingPoints: endingPointsOf(word),
  }
