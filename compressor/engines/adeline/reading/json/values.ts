// The class of a value by its spelling: empty, flag, small number, code, date, link, phrase, long text, blob.
// Looks at its first characters only, so that a value of megabytes costs nothing.

import { JsonKind } from '../../../../../core/json/scan.ts'
import { CharacterClass, characterClasses } from '../../../../text/characters.ts'
import { isWrittenWithoutBlanks } from '../../../../text/scripts.ts'

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

/** A day as other languages write it, with the time if any. */
const dayElsewhere =
  /^\d{2,4} ?[年년./-] ?\d{1,2} ?[月월./-] ?\d{1,2} ?[日일.]?(?:[ T]\S{0,4} ?\d{1,2}[:時时시]\S{0,8})?$/
/** A value of so many letters of a script without blanks is several words; of more, a text. */
const [fewestOfPhrase, fewestOfText] = [8, 60]
/** A character that says something: no mark, no blank, and no sign of ASCII. */
const says = /[^\0-\u00bf\u2000-\u206f\u3000-\u3011]/

/** The same of values in any language: where no blanks are written, a sentence is no code and a text is no blob; a sign may be all that is said. */
export const valueClassInAnyLanguage: typeof valueClassOf = (text, kind, start, end) => {
  const found = valueClassOf(text, kind, start, end)
  if (kind !== JsonKind.String) return found
  const value = text.slice(start + 1, Math.min(end - 1, start + looked))
  if (found === ValueClass.empty) return says.test(value) ? ValueClass.word : found
  if (found === ValueClass.timestamp || found === ValueClass.address || found === ValueClass.longText) return found
  if (dayElsewhere.test(value)) return ValueClass.timestamp
  let letters = 0
  for (let at = 0; at < value.length; at += 1) if (isWrittenWithoutBlanks(value.charCodeAt(at))) letters += 1
  if (letters >= fewestOfText) return ValueClass.longText
  if (letters < fewestOfPhrase || 2 * letters < value.length) return found
  return /\d/.test(value) ? ValueClass.phraseWithDigits : ValueClass.phrase
}

/**
 * Stands for all there is, compares, parts or is a currency: `*`, `>=`, `;`, `$`, `£`. Dashes, dots, underlines and brackets stand for nothing.
 */
const sign = /^"[!"#$%&'*+,/:;<=>?@\\^`|~\u00a1-\u00bf]{1,3}"$/

/** The same, and a sign that says something is a word. */
export const valueClassBySigns: typeof valueClassOf = (text, kind, start, end) => {
  const found = valueClassInAnyLanguage(text, kind, start, end)
  return found === ValueClass.empty && sign.test(text.slice(start, Math.min(end, start + 6))) ? ValueClass.word : found
}
