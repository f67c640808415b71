// How many columns of a terminal a text takes: letters of some scripts take two, and what stands on others takes none.

/** Of halves of their letters, which look like the others of their script; and of flags, which are two letters each. */
const narrow = /[\uff61-\uffdc\u{1f1e6}-\u{1f1ff}]/u
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\u30a0-\u30ff\u3190-\u33ff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/u
/** Stands on or between others, as the second and the third letter of a syllable of Korean. */
const unseen = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]/u

const columnsOfCharacter = (character: string): number =>
  unseen.test(character) ? 0 : wide.test(character) && !narrow.test(character) ? 2 : 1

/** As most terminals show it. */
export const columnsOf = (text: string): number =>
  [...text].reduce((columns, character) => columns + columnsOfCharacter(character), 0)

/** As many whole characters from the beginning as fit into so many columns. */
export const startWithin = (text: string, columns: number): string => {
  let used = 0
  let end = 0
  for (const character of text) {
    used += columnsOfCharacter(character)
    if (used > columns) break
    end += character.length
  }
  return text.slice(0, end)
}
