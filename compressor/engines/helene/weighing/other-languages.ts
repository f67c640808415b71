// Pins what stands in other languages within an English text: their function words look like content words, so they would be garbled.

import { CharacterClass, classIn, isLatin, isLetter } from '../../../text/characters.ts'
import { isWrittenWithoutBlanks } from '../../../text/scripts.ts'
import { UnitKind } from '../../../text/units.ts'
import type { Prose } from '../reading/prose.ts'
import { WordClass } from '../words/function-words.ts'
import { Sign } from '../words/lexicon.ts'

/** By which words another language is told: those of the first list, or of both, and by its letters too. */
export type Languages = 'listed' | 'all'

/** What says how much a number counts: `5 %`, `1.234,56 €`, `№ 7`. */
const unitSigns = new Set([...'%‰°№€£¥₹₽₩₺₫฿₪₴₦￥￦％℃℉'].map((sign) => sign.charCodeAt(0)))

/** So many letters of a script without blanks are more than a name; so are so many words of another script in a row. */
const [fewestOfSentence, fewestInRow] = [6, 3]

interface Letters {
  /** How many are of another script. */
  readonly foreign: number
  /** Whether it is a sentence without a blank. */
  readonly isSentence: boolean
  /** Latin ones that English has in names alone. */
  readonly accented: boolean
}

const lettersOf = ({ source: { units }, parts }: Prose, at: number): Letters => {
  let [foreign, blankless, accented] = [0, 0, false]
  for (let index = parts.from[at] ?? 0; index < (parts.end[at] ?? 0); index++) {
    const unit = units[index] ?? 0
    if (unit < 0x80) continue
    const value = classIn(units, index)
    if (!isLetter(value) || value === CharacterClass.mark) continue
    if (isLatin(unit)) accented = true
    else foreign++
    if (isWrittenWithoutBlanks(unit)) blankless++
  }
  return { foreign, isSentence: blankless >= fewestOfSentence, accented }
}

/** So many words with accents, and one in so many, make a sentence one of another language. */
const [fewestAccented, accentedAmong] = [3, 3]

const pinUnitSign = ({ source: { units }, parts }: Prose, at: number): void => {
  const { kind, pinned, sentence } = parts
  if (kind[at] !== UnitKind.symbol || !unitSigns.has(units[parts.from[at] ?? -1] ?? 0)) return
  for (const beside of [at - 1, at + 1])
    if (kind[beside] === UnitKind.number && sentence[beside] === sentence[at]) pinned[at] = 1
}

/** Pins sentences in other languages, and what says of a number how much it counts. */
export const pinOtherLanguages = (prose: Prose, languages: Languages): void => {
  const { parts } = prose
  const { kind, wordClass, sentence, pinned, signs } = parts
  const listed = languages === 'all' ? Sign.foreign | Sign.foreignFurther : Sign.foreign
  for (let first = 0, end = 0; first < parts.count; first = end) {
    let [words, foreign, little, scripts, accents] = [0, 0, 0, 0, 0]
    let [row, start] = [0, first]
    end = parts.runEnd(sentence, first)
    for (let at = first; at < end; at++) {
      if (languages === 'all') pinUnitSign(prose, at)
      if (kind[at] !== UnitKind.word) continue
      words++
      if (wordClass[at] !== WordClass.content) little++
      else if (((signs[at] ?? 0) & listed) !== 0) foreign++
      if (languages === 'listed') continue
      const letters = lettersOf(prose, at)
      if (letters.accented && letters.foreign === 0) accents++
      if (letters.foreign === 0) {
        row = 0
        continue
      }
      scripts++
      if (row === 0) start = at
      row++
      if (letters.isSentence || row >= fewestInRow) pinned.fill(1, start, at + 1)
    }
    const isAccented = accents >= fewestAccented && accents * accentedAmong >= words
    const isOther = (foreign > 1 && foreign >= little) || scripts * 2 > words || isAccented
    if (isOther) pinned.fill(1, first, end)
  }
}
