// Finds atoms, the pieces of running text that must never be cut: inline code, Markdown links, URLs, identifiers. Decides where
// they end and of which kind the core of a word is.

import { CharacterClass, classIn, isLetter } from './characters.ts'
import { isApostrophe } from './marks.ts'
import { UnitKind } from './units.ts'

const longestSpacedAtom = 300

const endsLine = (unit: number | undefined): boolean => unit === 10 || unit === 13 || unit === undefined

/** Index after the inline code that opens at `at`, or -1: the same number of backticks closes it on its line. */
const inlineCodeEnd = (units: Uint16Array, at: number, end: number): number => {
  let ticks = 0
  while (units[at + ticks] === 96) ticks++
  let run = 0
  const limit = Math.min(end, at + longestSpacedAtom)
  for (let here = at + ticks; here <= limit; here++) {
    if (here < limit && units[here] === 96) run++
    else {
      if (run === ticks) return here
      run = 0
      if (endsLine(units[here])) return -1
    }
  }
  return -1
}

/** Index after `[text](target)` or `![text](target)` that opens at `at`, or -1. */
const linkEnd = (units: Uint16Array, at: number, end: number): number => {
  const limit = Math.min(end, at + longestSpacedAtom)
  let turned = false
  for (let here = at + 1; here < limit; here++) {
    const unit = units[here]
    if (endsLine(unit) || (!turned && unit === 91)) return -1
    if (!turned && unit === 93) {
      if (units[here + 1] !== 40) return -1
      turned = true
    } else if (turned && unit === 41) return here + 1
  }
  return -1
}

/** Index after an atom that opens at `at` and may hold spaces, or -1. */
export const spacedAtomEnd = (units: Uint16Array, at: number, end: number): number => {
  const unit = units[at]
  if (unit === 96) return inlineCodeEnd(units, at, end)
  if (unit === 91) return linkEnd(units, at, end)
  if (unit === 33 && units[at + 1] === 91) return linkEnd(units, at + 1, end)
  return -1
}

const isJoiner = (unit: number): boolean =>
  unit === 45 || unit === 47 || unit === 38 || unit === 0x2010 || unit === 0x2011 || unit === 46

/**
 * The kind of a core without white space and without outer punctuation. Letters with apostrophes, or joined by hyphen,
 * slash, ampersand or the dots of initials, are words; anything with a digit is a number; the rest is opaque.
 */
export const coreKind = (units: Uint16Array, from: number, end: number): number => {
  let letters = 0
  let others = 0
  let caseChanges = 0
  for (let at = from; at < end; at++) {
    const value = classIn(units, at)
    if (value === CharacterClass.digit) return UnitKind.number
    const unit = units[at] ?? 0
    if (isLetter(value)) {
      if (value !== CharacterClass.mark) letters++
      if (value === CharacterClass.upper && at > from && classIn(units, at - 1) === CharacterClass.lower) caseChanges++
    } else if (!isApostrophe(unit) && !(isJoiner(unit) && joins(units, from, at, end))) others++
  }
  if (letters === 0) return UnitKind.symbol
  return others > 0 || caseChanges > 1 ? UnitKind.atom : UnitKind.word
}

/** A dot joins only single letters, as in U.S.; the other joiners join letters. */
const joins = (units: Uint16Array, from: number, at: number, end: number): boolean => {
  const before = at > from && isLetter(classIn(units, at - 1))
  if (units[at] !== 46) return before && at + 1 < end && isLetter(classIn(units, at + 1))
  const alone = at - 2 < from || !isLetter(classIn(units, at - 2))
  return before && (alone || at + 1 === end)
}
