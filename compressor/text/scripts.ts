// What is to be known of scripts to read them: which write no blanks between words, and which of their characters are wide or have no width
// on a screen. The ranges are explicit rather than Unicode properties, so that no Node release moves a cut.

const marked = (ranges: string): Uint8Array => {
  const units = new Uint8Array(0x10000)
  for (const [, first = '', last = ''] of ranges.matchAll(/([0-9a-f]+)-([0-9a-f]+)/g))
    units.fill(1, Number.parseInt(first, 16), Number.parseInt(last, 16) + 1)
  return units
}

/**
 * Thai, Lao, Tibetan, Burmese, Khmer, Japanese, Chinese; Korean, too, whose words have blanks between them, but none before what is said of a number.
 */
const blanklessRanges =
  'e01-e3a e40-e4e e81-edf f00-fbc 1000-109f 1100-11ff 1780-17d3 3005-3007 3041-3096 3099-30ff 3130-318f 31f0-31ff 3400-4dbf 4e00-9fff ' +
  'a960-a97f ac00-d7ff f900-faff ff66-ffdc'
const blankless = marked(blanklessRanges)
/** The same as a class of characters in a regular expression. */
export const blanklessLetters = blanklessRanges
  .replace(/[0-9a-f]+/g, (unit) => `\\u${unit.padStart(4, '0')}`)
  .replace(/ /g, '')
/** Two columns of a terminal. */
const wide = marked(
  '1100-115f 2e80-303e 3041-33ff 3400-4dbf 4e00-9fff a000-a4cf a960-a97f ac00-d7a3 f900-faff fe30-fe6f ff01-ff60 ffe0-ffe6',
)
/** None: what stands on or between other characters. */
const unseen = marked(
  '300-36f 483-489 591-5bd 5bf-5bf 5c1-5c2 5c4-5c5 5c7-5c7 610-61a 64b-65f 670-670 6d6-6dc 6df-6e4 6e7-6e8 6ea-6ed 900-902 93a-93a 93c-93c ' +
    '941-948 94d-94d 951-957 962-963 981-981 9bc-9bc 9c1-9c4 9cd-9cd 9e2-9e3 a01-a02 a3c-a3c a41-a51 a70-a71 a81-a82 abc-abc ac1-ac8 acd-acd ' +
    'b82-b82 bc0-bc0 bcd-bcd c3e-c40 c46-c56 cbc-cbc ccc-ccd d41-d44 d4d-d4d e31-e31 e34-e3a e47-e4e eb1-eb1 eb4-ebc ec8-ece 102d-1030 ' +
    '1032-1037 1039-103a 103d-103e 1160-11ff 17b4-17b5 17b7-17bd 17c6-17c6 17c9-17d3 1ab0-1aff 1dc0-1dff 200b-200f 202a-202e 2060-206f 20d0-20ff ' +
    '302a-302d 3099-309a d7b0-d7ff dc00-dfff fe00-fe0f fe20-fe2f feff-feff',
)
/** First halves of pictographs, and of rarer Chinese characters. */
const wideHalves = marked('d83c-d83e d840-d8bf')

/** Whether it is a letter of a script that writes no blanks between words. */
export const isWrittenWithoutBlanks = (unit: number): boolean => blankless[unit] === 1

/** How many columns a UTF-16 unit takes on a terminal; of a character of two units, the second takes none. */
export const columnsOfUnit = (unit: number): number =>
  unseen[unit] === 1 ? 0 : wide[unit] === 1 || wideHalves[unit] === 1 ? 2 : 1
