// One frozen class for each UTF-16 unit: what the scanners call letter, digit, space. The ranges are explicit rather than
// Unicode properties or a locale, so that no Node release can move a cut.

export const CharacterClass = {
  /** Symbols, pictographs, and everything else. */
  symbol: 0,
  /** White space within a line. */
  space: 1,
  newline: 2,
  lower: 3,
  upper: 4,
  /** Letters of scripts without case, or whose case does not matter here. */
  letter: 5,
  /** Combining marks, which belong to the character before them. */
  mark: 6,
  digit: 7,
  punctuation: 8,
  /** Halves of characters above U+FFFF. */
  surrogate: 9,
  /** Control characters, except tab and line ends. */
  control: 10,
} as const

type ClassValue = (typeof CharacterClass)[keyof typeof CharacterClass]

/** First and last unit of each range, in hexadecimal. */
const ranges: readonly (readonly [ClassValue, string])[] = [
  [CharacterClass.control, '0-8 e-1f 7f-9f fdd0-fdef fff0-ffff'],
  [CharacterClass.space, '9-9 b-c 20-20 a0-a0 1680-1680 2000-200a 202f-202f 205f-205f 3000-3000'],
  [CharacterClass.newline, 'a-a d-d 2028-2029'],
  [CharacterClass.digit, '30-39 660-669 6f0-6f9 966-96f ff10-ff19'],
  [
    CharacterClass.punctuation,
    '21-2f 3a-40 5b-60 7b-7e a1-a1 ab-ab b7-b7 bb-bb bf-bf 2010-2027 2030-205e 3001-3003 ' +
      '3008-3011 ff01-ff0f ff1a-ff20 ff3b-ff40 ff5b-ff65',
  ],
  [
    CharacterClass.letter,
    'aa-aa b5-b5 ba-ba 180-24f 250-2ff 370-390 3aa-3b0 3ca-3ff 460-482 48a-52f 531-587 ' +
      '5d0-5ea 620-64a 66e-66f 671-6d3 710-7ff 904-939 958-961 971-e30 e40-e46 e81-eb0 ec0-f6c ' +
      '1000-167f 1681-1aaf 1b00-1dbf 1e00-1fff 2c00-2dff 3005-3007 3021-3029 3031-3035 ' +
      '3041-3096 309d-31ff 3400-4dbf 4e00-9fff a000-d7ff f900-fdcf fdf0-fdfc fe70-fefc ' +
      'ff66-ffdc',
  ],
  [
    CharacterClass.mark,
    '300-36f 483-489 591-5bd 64b-65f 670-670 6d6-6ed 900-903 93a-957 962-963 e31-e3a e47-e4e ' +
      '1ab0-1aff 1dc0-1dff 200b-200f 20d0-20ff 2060-206f 302a-302f 3099-309a fe00-fe0f ' +
      'fe20-fe2f feff-feff',
  ],
  [CharacterClass.upper, '41-5a c0-d6 d8-de 391-3a9 400-42f'],
  [CharacterClass.lower, '61-7a df-f6 f8-ff 3b1-3c9 430-45f'],
  [CharacterClass.surrogate, 'd800-dfff'],
]

/** The class of every UTF-16 unit. */
export const characterClasses: Uint8Array = (() => {
  const classes = new Uint8Array(0x10000)
  for (const [value, spans] of ranges)
    for (const [, first = '', last = ''] of spans.matchAll(/([0-9a-f]+)-([0-9a-f]+)/g))
      classes.fill(value, Number.parseInt(first, 16), Number.parseInt(last, 16) + 1)
  // Latin Extended-A: upper and lower case alternate, with two shifts.
  for (let unit = 0x100; unit <= 0x17f; unit++) {
    const shifted = (unit >= 0x139 && unit <= 0x148) || (unit >= 0x179 && unit <= 0x17e)
    classes[unit] = (unit % 2 === 0) !== shifted ? CharacterClass.upper : CharacterClass.lower
  }
  return classes
})()

/** Class of the unit at an index; `newline` outside the text. */
export const classAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return Number.isNaN(unit) ? CharacterClass.newline : (characterClasses[unit] ?? CharacterClass.symbol)
}

/** The same of UTF-16 units. */
export const classIn = (units: Uint16Array, at: number): number => {
  const unit = units[at]
  return unit === undefined ? CharacterClass.newline : (characterClasses[unit] ?? CharacterClass.symbol)
}

export const isLetter = (value: number): boolean => value >= CharacterClass.lower && value <= CharacterClass.mark
export const isWhiteSpace = (value: number): boolean =>
  value === CharacterClass.space || value === CharacterClass.newline

/** Whether a unit ends a line by itself: a line feed or a carriage return. */
export const isLineEnd = (unit: number): boolean => unit === 10 || unit === 13

/** Letters of the Latin script, with or without diacritics. */
export const isLatin = (unit: number): boolean => unit < 0x250 || (unit >= 0x1e00 && unit <= 0x1eff)

/** A unit of ASCII or Latin-1 in lower case, whatever the locale; any other stays as it is. */
export const lowerUnit = (unit: number): number =>
  (unit >= 0x41 && unit <= 0x5a) || (unit >= 0xc0 && unit <= 0xde && unit !== 0xd7) ? unit + 0x20 : unit

/** The word with each of its units in lower case. */
export const lowerCase = (word: string): string => {
  let folded = ''
  let from = 0
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    const lower = lowerUnit(unit)
    if (lower === unit) continue
    folded += word.slice(from, at) + String.fromCharCode(lower)
    from = at + 1
  }
  return from === 0 ? word : folded + word.slice(from)
}
