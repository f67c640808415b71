// Everything that the word lists say about one word, looked up once. Knows nothing of where the word stands.

import { ownCopy } from '../../text/own-copy.ts'
import { tierOf } from './common-words.ts'
import { classOf, isBound, isCount, isFailure, WordClass, type WordClassValue } from './function-words.ts'
import { isForeign } from './languages.ts'
import { wordEndings, wordPoints } from './points.ts'

export interface Entry {
  readonly word: string
  readonly wordClass: WordClassValue
  /** How common the word is; of content words only. */
  readonly tier: number
  readonly isCount: boolean
  readonly isBound: boolean
  readonly isFailure: boolean
  readonly isForeign: boolean
  /** What the word counts more or less than others that look like it. */
  readonly points: number
  /** The same for its ending; not for names. */
  readonly endingPoints: number
}

const endingPointsOf = (word: string): number => {
  for (const [ending, points] of wordEndings)
    if (word.length >= ending.length + 3 && word.endsWith(ending)) return points
  return 0
}

const read = (word: string): Entry => {
  const wordClass = classOf(word)
  const isContent = wordClass === WordClass.content
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
  }
}

/** For whatever is no word. */
export const noWord: Entry = { ...read(''), tier: 0 }

const mostRead = 50_000
const longestRead = 40
const entries = new Map<string, Entry>()

/** The entry of a lower-case word. */
export const entryOf = (word: string): Entry => {
  const known = entries.get(word)
  if (known !== undefined) return known
  const entry = read(ownCopy(word))
  if (word.length > longestRead) return entry
  // Forgetting everything at once cannot change a result, and needs no bookkeeping per hit.
  if (entries.size >= mostRead) entries.clear()
  entries.set(word, entry)
  return entry
}
