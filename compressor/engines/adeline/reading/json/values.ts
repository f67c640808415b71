// The class of a value by its spelling: empty, flag, small number, code, date, link, phrase, long text, blob.
// Looks at its first characters only, so that a value of megabytes costs nothing.

import { JsonKind } from '../../../../../core/json/scan.ts'
import { CharacterClass, characterClasses } from '../../../../text/characters.ts'

export const ValueClass = {
  empty: 0,
  no: 1,
  yes: 2,
  smallNumber: 3,
  number: 4,
  longNumber: 5,
  decimal: 6,
  word: 7,
  code: 8,
  timestamp: 9,
  address: 10,
  phraseWithDigits: 11,
  phrase: 12,
  longText: 13,
  blob: 14,
  list: 15,
} as const

const looked = 200
const timestampPattern =
  /^(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S*)?|\d\d?:\d\d(?::\d\d)?\S*|\d\d?[/.]\d\d?[/.]\d{2,4}|\d{4}-\d\d)$/

const classOfString = (text: string, start: number, end: number): number => {
  const length = end - start
  if (length === 0) return ValueClass.empty
  let digits = 0
  let spaces = 0
  let letters = 0
  const until = start + Math.min(length, looked)
  for (let index = start; index < until; index += 1) {
    const value = characterClasses[text.charCodeAt(index)] ?? 0
    if (value === CharacterClass.digit) digits += 1
    else if (value === CharacterClass.space) spaces += 1
    else if (value >= CharacterClass.lower && value <= CharacterClass.mark) letters += 1
  }
  if (digits + letters === 0 && length < 4) return ValueClass.empty
  if (length <= 40 && digits > 0 && timestampPattern.test(text.slice(start, end))) return ValueClass.timestamp
  if (spaces === 0) {
    const head = text.slice(start, until)
    if (head.includes('://') || (head.includes('@') && head.includes('.'))) return ValueClass.address
    if (length > 100) return ValueClass.blob
    return digits > 0 ? ValueClass.code : ValueClass.word
  }
  if (length > 120) return ValueClass.longText
  return digits > 0 ? ValueClass.phraseWithDigits : ValueClass.phrase
}

const classOfNumber = (raw: string): number => {
  if (/[.eE]/.test(raw)) return ValueClass.decimal
  const digits = raw.startsWith('-') ? raw.length - 1 : raw.length
  return digits <= 2 ? ValueClass.smallNumber : digits <= 6 ? ValueClass.number : ValueClass.longNumber
}

/** The class of the value at `[start, end)`, whose kind the tape names. */
export const valueClassOf = (text: string, kind: number, start: number, end: number): number => {
  if (kind === JsonKind.String) return classOfString(text, start + 1, end - 1)
  if (kind === JsonKind.Number) return end - start > looked ? ValueClass.blob : classOfNumber(text.slice(start, end))
  if (kind === JsonKind.Literal) {
    const first = text[start]
    return first === 't' ? ValueClass.yes : first === 'f' ? ValueClass.no : ValueClass.empty
  }
  return end - start <= 2 ? ValueClass.empty : ValueClass.list
}
