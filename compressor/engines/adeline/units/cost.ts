// Estimates how many tokens a piece of text has, to rank pieces against each other. What is reported is counted exactly.

import { CharacterClass, characterClasses } from '../../../text/characters.ts'

/** Characters of a run that make about one token, by their class. */
const lettersPerToken = 6
const digitsPerToken = 3
const signsPerToken = 2

/** Estimated o200k tokens of `[start, end)`, at least 1. Linear in the range. */
export const estimateTokens = (text: string, start: number, end: number): number => {
  let tokens = 0
  let index = start
  while (index < end) {
    const value = characterClasses[text.charCodeAt(index)] ?? 0
    const from = index
    if (value >= CharacterClass.lower && value <= CharacterClass.mark) {
      const wide = text.charCodeAt(index) > 0x2e80
      while (index < end) {
        const next = characterClasses[text.charCodeAt(index)] ?? 0
        if (next < CharacterClass.lower || next > CharacterClass.mark) break
        index += 1
      }
      tokens += wide ? index - from : Math.ceil((index - from) / lettersPerToken)
    } else if (value === CharacterClass.digit) {
      while (index < end && characterClasses[text.charCodeAt(index)] === CharacterClass.digit) index += 1
      tokens += Math.ceil((index - from) / digitsPerToken)
    } else if (value === CharacterClass.space) {
      while (index < end && characterClasses[text.charCodeAt(index)] === CharacterClass.space) index += 1
      if (index - from > 1) tokens += 1
    } else {
      while (index < end && characterClasses[text.charCodeAt(index)] === value) index += 1
      tokens += Math.ceil((index - from) / signsPerToken)
    }
  }
  return Math.max(tokens, 1)
}
