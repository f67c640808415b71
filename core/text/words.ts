// How many words a text has, and marks between them: the least that any tokenizer makes of it.

/** Whether a character goes on with a word: letters and digits of ASCII, the apostrophe, and all that is not ASCII. */
const isOfWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x27 ||
  code > 0x7f

/** Whether a character is one of the marks that JSON sets around its texts and between them. */
const isMark = (code: number): boolean =>
  code === 0x22 || code === 0x2c || code === 0x3a || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d

/**
 * Words as tokenizers do not join them: each that is known cuts a text at whatever is no letter before it makes any token. So a text has no
 * fewer tokens (0059 has what was counted). Marks of JSON between two words, or between a word and a blank, are one more where there are two of them: at
 * most one goes into the token of a word (0099).
 */
export const wordsIn = (text: string): number => {
  let words = 0
  let isWithin = false
  let marks = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isWord = isOfWord(code)
    if (isWord && !isWithin) words += 1
    isWithin = isWord
    if (isWord || code <= 0x20) marks = 0
    else if (isMark(code)) {
      marks += 1
      if (marks === 2) words += 1
    }
  }
  return words
}
