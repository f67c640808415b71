// Word tokens: the unit in which survival is judged. Measuring only; engines count o200k tokens instead.

/** What counts as a letter, digit or underscore inside a word. */
const word = '[\\p{L}\\p{N}_]'
const space = '[\\s\\x1c-\\x1f\\x85]'
const tokenPattern = new RegExp(`${word}+|(?!${space})[^\\p{L}\\p{N}_]`, 'gu')
const wordCharacter = new RegExp(`^${word}$`, 'u')

/** Word tokens of one text: start and end (UTF-16), two numbers each, in order. */
export const wordSpans = (text: string): Int32Array => {
  const spans: number[] = []
  for (const match of text.matchAll(tokenPattern)) spans.push(match.index, match.index + match[0].length)
  return Int32Array.from(spans)
}

/** Whether the character could continue a word. */
export const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && wordCharacter.test(character)
