// The punctuation of running text: the kind of each mark, and whether it belongs to the word beside it.

import { characterClasses, isLetter } from './characters.ts'
import { UnitKind } from './units.ts'

/** The kind of each UTF-16 unit that is a punctuation mark; 0 for all others. */
export const marks = new Uint8Array(0x10000)
const mark = (kind: number, characters: string): void => {
  for (const character of characters) marks[character.charCodeAt(0)] = kind
}
mark(UnitKind.opening, '([{<“‘«„¿¡')
mark(UnitKind.closing, ')]}>”»')
mark(UnitKind.quote, '"*_~`\'’')
mark(UnitKind.stop, '.!?…')
mark(UnitKind.pause, ',;:')
mark(UnitKind.dash, '—–')

const noteFollows = [...'.!?,;:)]"”'].map((character) => character.charCodeAt(0))

/** Whether it is an apostrophe, straight or typographic. */
export const isApostrophe = (unit: number): boolean => unit === 39 || unit === 0x2019

/** The bracket that closes an ASCII one; 0 for anything else. */
const partnerOf = (unit: number): number => (unit === 40 ? 41 : unit === 91 ? 93 : unit === 123 ? 125 : 0)

/** Whether it is an ASCII digit. */
export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57

/** What opens a list item, a heading or a quoted line. */
export const bulletShape = /^([-*+•·◦▪–]|#{1,6}|>+|[([]?(\d{1,3}|[a-zA-Z])[.)\]])$/

/** Index after the letters that begin at `from`. */
export const wordEnd = (units: Uint16Array, from: number, end: number): number => {
  let at = from
  while (at < end && isLetter(characterClasses[units[at] ?? 0] ?? 0)) at++
  return at
}

/** Whether a bracket that closes at `end` opens inside the core from `at` on, as in "name()" and "word(s)". */
export const opensWithin = (units: Uint16Array, at: number, end: number, closing: number): boolean => {
  let open = 0
  for (let here = at; here < end; here++) {
    const unit = units[here] ?? 0
    if (unit === closing) open--
    else if (partnerOf(unit) === closing) open++
  }
  return open > 0
}

/** Where a note in brackets begins that follows a closing mark without a space, as in "sea.[3]"; `end` if there is none. */
export const noteStart = (units: Uint16Array, from: number, end: number): number => {
  for (let at = from + 1; at < end; at++) if (units[at] === 91 && noteFollows.includes(units[at - 1] ?? 0)) return at
  return end
}
