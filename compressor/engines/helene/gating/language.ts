// Whether a text is English enough for an engine that knows only English, judged by its function words.

import { UnitKind } from '../../../text/units.ts'
import type { Parts } from '../reading/parts.ts'
import { thresholds } from '../weighing/thresholds.ts'
import { rareTier } from '../words/common-words.ts'
import { WordClass } from '../words/function-words.ts'
import { Sign } from '../words/lexicon.ts'

export interface WordCounts {
  readonly primaries: number
  readonly words: number
  readonly little: number
  readonly foreign: number
  /** What the longer list of words has besides. */
  readonly foreignFurther: number
  /** English function words that hardly any other language has. */
  readonly sure: number
  readonly known: number
  readonly articles: number
}

/** Counts words by what they say about the language. */
export const countWords = ({ count, kind, wordClass, tier, signs, primary }: Parts): WordCounts => {
  let primaries = 0
  let words = 0
  let little = 0
  let foreign = 0
  let foreignFurther = 0
  let sure = 0
  let known = 0
  let articles = 0
  for (let at = 0; at < count; at++) {
    primaries += primary[at] ?? 0
    if (kind[at] !== UnitKind.word) continue
    words++
    const isLittle = wordClass[at] !== WordClass.content
    const own = signs[at] ?? 0
    if (isLittle && (own & Sign.shared) === 0) sure++
    if ((own & Sign.foreignFurther) !== 0) foreignFurther++
    if (isLittle) little++
    else if ((own & Sign.foreign) !== 0) foreign++
    if (isLittle || (tier[at] ?? 0) < rareTier) known++
    if (wordClass[at] === WordClass.article) articles++
  }
  return { primaries, words, little, foreign, foreignFurther, sure, known, articles }
}

/** Whether there are enough English function words, and clearly more than those of other languages. */
export const isEnglish = ({ words, little, foreign }: WordCounts): boolean =>
  words > 0 && little * 100 >= thresholds.functionShare * words && little > 2 * foreign

/** The same, where some of those words are sure to be English and the longer list counts. */
export const isSurelyEnglish = (counts: WordCounts): boolean =>
  isEnglish({ ...counts, foreign: counts.foreign + counts.foreignFurther }) &&
  counts.sure * 100 >= thresholds.sureShare * counts.words

/** Whether it is English without most of its function words: notes, or what a compressor has left. */
export const isShortEnglish = ({ words, known, foreign }: WordCounts): boolean =>
  words > 0 && known * 100 >= thresholds.knownShare * words && known > 4 * foreign
