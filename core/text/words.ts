// How many words a text has: the least that any tokenizer makes of it.

/** Whether a character goes on with a word: letters and digits of ASCII, the apostrophe, and all that is not ASCII. */
const isOfWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x27 ||
  code > 0x7f

/**
 * Words as tokenizers do not join them: each that is known cuts a text at whatever is no letter before it makes any token. So a text has no
 * fewer tokens (0059 has what was counted).
 */
export const wordsIn = (text: string): number => {
  let words = 0
  let isWithin = false
  for (let at = 0; at < text.length; at += 1) {
    const isWord = isOfWord(text.charCodeAt(at))
    if (isWord && !isWithin) words += 1
    isWithin = isWord
  }
  return words
}
