// Whether running text is English, the only language whose sentences are ranked. In others only repeated sentences may go.

import { CharacterClass, characterClasses, isLatin, lowerCase } from '../../../text/characters.ts'

/** Words that make up a third of English text and are rare in other languages. */
const functionWords = new Set(
  (
    'the of and to in is that it for was on are as with be by at this have from or had not but what all were when we ' +
    'there can an your which their if will each about how up out them then she many some so these would other into has ' +
    'more two him see could no than been who its did you i he they his her our'
  ).split(' '),
)

const judged = 4_000
const fewestWords = 8
const longestFunctionWord = 6

/** Judges `[start, end)` by the share of function words and of Latin letters among its first characters. A text too short to judge is not English. */
export const isEnglish = (text: string, start: number, end: number): boolean => {
  const until = Math.min(end, start + judged)
  let [words, little, letters, latin] = [0, 0, 0, 0]
  let at = start
  while (at < until) {
    const value = characterClasses[text.charCodeAt(at)] ?? 0
    if (value < CharacterClass.lower || value > CharacterClass.mark) {
      at += 1
      continue
    }
    const from = at
    while (at < until) {
      const unit = text.charCodeAt(at)
      const inner = characterClasses[unit] ?? 0
      if (inner < CharacterClass.lower || inner > CharacterClass.mark) break
      letters += 1
      if (isLatin(unit)) latin += 1
      at += 1
    }
    words += 1
    if (at - from <= longestFunctionWord && functionWords.has(lowerCase(text.slice(from, at)))) little += 1
  }
  return words >= fewestWords && latin * 10 >= letters * 8 && little * 100 >= words * 14
}
