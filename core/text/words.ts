// How many pieces a text has that no tokenizer joins: the least that any makes of it.

/** Kinds of characters: marks and blanks, letters of ASCII, its digits, and all that is not ASCII, which may be of any kind. */
const [mark, letter, digit, other] = [0, 1, 2, 3] as const
type Kind = typeof mark | typeof letter | typeof digit | typeof other

/** An apostrophe behind a letter is of its word. */
const kindOf = (code: number, before: Kind): Kind => {
  if (code > 0x7f) return other
  if (code >= 0x30 && code <= 0x39) return digit
  const isLetter =
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code === 0x27 && before === letter)
  return isLetter ? letter : mark
}

/** A token holds three digits at most. Of marks one goes into the token of the word behind them, so that there is another from the second on. */
const beginsToken = (kind: Kind, length: number): boolean =>
  kind === digit ? length % 3 === 1 : length === (kind === mark ? 2 : 1)

/**
 * Words, groups of digits, and marks and blanks between them where there are two or more. Each tokenizer that is known cuts a text there before it
 * makes any token, so that a text has no fewer (0059 and 0100 have what was counted). What touches a character that is not ASCII may be one with it.
 */
export const wordsIn = (text: string): number => {
  let words = 0
  let kind: Kind = mark
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const next = kindOf(text.charCodeAt(at), kind)
    const isOfOther = next !== kind && (kind === other || (next === other && (kind !== mark || length > 1)))
    length = next === kind ? length + 1 : isOfOther ? 2 : 1
    kind = next
    if (!isOfOther && beginsToken(kind, length)) words += 1
  }
  return words
}
