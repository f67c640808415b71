// Whether a text is English enough for an engine that knows English only. Judged by its little words.

import { UnitKind } from '../../text/units.ts'
import { rareTier } from './common-words.ts'
import { WordClass } from './function-words.ts'
import type { Part } from './prose.ts'
import { thresholds } from './thresholds.ts'

/** Little words of other languages in Latin letters that are no English words. */
const foreignWords = new Set(
  `der das und ist nicht ein eine einen einem einer zu den dem des von mit auf für sich auch wird werden sind
    oder bei nach wie aus noch nur über haben hat kann diese dieser wenn aber durch zur zum im het een van niet
    dat op te zijn voor aan met ook maar wordt deze naar bij uit worden heeft les du et est une pour dans que
    qui sur pas par avec sont ce cette aux ou mais nous vous ils elle leur été être comme el los las y es por
    con para una del al se su lo sus pero muy está son fue como entre sin sobre también il che di è della delle
    dei nel non sono gli si più anche alla ha questo da o os não uma em na dos ao foi seu sua pelo pela och att
    det som på är av för inte till ett har om var kan og til af ikke er med jeg vi hvor ja ei että oli ovat myös
    tämä kun mutta w z nie się jest że jak po od dla przez oraz bir ve bu için ile olarak çok daha gibi olan
    yang itu dengan untuk tidak`.split(/\s+/),
)

export const isForeign = (word: string): boolean => foreignWords.has(word)

export interface WordCounts {
  readonly primaries: number
  readonly words: number
  readonly little: number
  readonly foreign: number
  readonly known: number
  readonly articles: number
}

/** Counts words by what they say about the language. */
export const countWords = (parts: readonly Part[]): WordCounts => {
  let primaries = 0
  let words = 0
  let little = 0
  let foreign = 0
  let known = 0
  let articles = 0
  for (const part of parts) {
    if (part.primary) primaries++
    if (part.kind !== UnitKind.word) continue
    words++
    const isLittle = part.wordClass !== WordClass.content
    if (isLittle) little++
    else if (part.entry.isForeign) foreign++
    if (isLittle || part.entry.tier < rareTier) known++
    if (part.wordClass === WordClass.article) articles++
  }
  return { primaries, words, little, foreign, known, articles }
}

/** Enough little words of English, and clearly more than of any other language. */
export const isEnglish = ({ words, little, foreign }: WordCounts): boolean =>
  words > 0 && little * 100 >= thresholds.functionShare * words && little > 2 * foreign

/** English without most of its little words: notes, or what a compressor has left. */
export const isShortEnglish = ({ words, known, foreign }: WordCounts): boolean =>
  words > 0 && known * 100 >= thresholds.knownShare * words && known > 4 * foreign

/** Pins the sentences of a text that are in another language: their little words look like content, and would be garbled. */
export const pinForeignSentences = (parts: readonly Part[]): void => {
  for (let first = 0; first < parts.length; ) {
    const sentence = parts[first]?.sentence
    let foreign = 0
    let little = 0
    let end = first
    for (let part = parts[first]; part?.sentence === sentence && end < parts.length; part = parts[++end])
      if (part?.kind === UnitKind.word) {
        if (part.wordClass !== WordClass.content) little++
        else if (part.entry.isForeign) foreign++
      }
    if (foreign > 1 && foreign >= little) for (const part of parts.slice(first, end)) part.pinned = true
    first = end
  }
}
