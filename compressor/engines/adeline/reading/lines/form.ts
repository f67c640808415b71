// The form of a text: letters of all scripts as Latin ones, other digits as those of ASCII, wide signs and blanks as narrow ones, each in its
// place. Rules that tell a line by its form see one in any language so. What words say is not in it.

import { CharacterClass, characterClasses } from '../../../../text/characters.ts'

const [capital, small] = ['X'.charCodeAt(0), 'x'.charCodeAt(0)]
/** First units of rows of ten digits. */
const zeros = [0x660, 0x6f0, 0x966, 0xe50, 0xff10]
/** Wide signs of ASCII stand in its order from U+FF01 on. What parts clauses stays: in running text it has no blank behind it. */
const [firstWide, lastWide, narrower] = [0xff01, 0xff5e, 0xfee0]
const partsClauses = new Set([...'！，．：；？'].map((sign) => sign.charCodeAt(0)))

const formOfUnit = (unit: number): number => {
  const zero = zeros.find((first) => unit >= first && unit < first + 10)
  if (zero !== undefined) return unit - zero + 0x30
  if (unit >= firstWide && unit <= lastWide && !partsClauses.has(unit)) return unit - narrower
  const value = characterClasses[unit] ?? 0
  if (value === CharacterClass.space) return 0x20
  if (value === CharacterClass.lower || value === CharacterClass.mark) return small
  return value === CharacterClass.upper || value === CharacterClass.letter ? capital : unit
}

const forms = Uint16Array.from({ length: 0x10000 }, (_, unit) => (unit < 0x80 ? unit : formOfUnit(unit)))
const beyondAscii = /[^\0-\x7f]/

/** As long as the text; the text itself if it is ASCII. Linear in the text. */
export const formOf = (text: string): string => {
  if (!beyondAscii.test(text)) return text
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at += 1) units[at] = forms[text.charCodeAt(at)] ?? 0
  return Buffer.from(units.buffer).toString('utf16le')
}
