// Pins what stays at every rate: numbers and what they count, negations and what they deny, failures, headings, atoms that
// must stay verbatim, the last question, sentences in other languages. Knows nothing of scores.

import { UnitKind } from '../../../text/units.ts'
import type { PairedMarks } from '../reading/pairs.ts'
import type { Part, Prose } from '../reading/prose.ts'
import { WordClass } from '../words/function-words.ts'

const isNumber = (part: Part): boolean =>
  !part.labels && (part.kind === UnitKind.number || (part.kind === UnitKind.word && part.entry.isCount))

/** The nearest content part of the same clause: one right beside it first, then one after it, then one before it; or -1. */
const companionOf = (parts: readonly Part[], at: number, backwardsToo: boolean): number => {
  const clause = parts[at]?.clause
  const fits = (index: number): boolean => parts[index]?.clause === clause && parts[index]?.content === true
  if (fits(at + 1)) return at + 1
  if (backwardsToo && fits(at - 1)) return at - 1
  for (let next = at + 2; parts[next]?.clause === clause; next++) if (fits(next)) return next
  if (backwardsToo) for (let back = at - 2; parts[back]?.clause === clause; back--) if (fits(back)) return back
  return -1
}

const pinAt = (parts: readonly Part[], at: number): void => {
  const part = parts[at]
  if (part !== undefined) part.pinned = true
}

/** Whether a part ends the sentence or the line of a number. It stays as long as the number, unless it is in a quotation. */
const partsFrom = (number: Part | undefined, { kind, group, sentence, line }: Part): boolean =>
  group < 0 &&
  ((kind === UnitKind.stop && sentence === number?.sentence) || (kind === UnitKind.lineBreak && line === number?.line))

/** Pins what relates two numbers close together, as in "3 of 12" or "1990 to 1995"; between others, one word that separates them. */
const pinBetweenNumbers = (parts: readonly Part[], before: number, after: number): void => {
  if (before < 0) return
  const number = parts[before]
  const between = parts.slice(before + 1, after)
  const together = number?.sentence === parts[after]?.sentence
  if (!together && between.some((part) => partsFrom(number, part))) return
  const words = between.filter(({ primary }) => primary)
  if (together && words.length <= 3) for (const part of between) part.pinned = true
  else if (!words.some(({ pinned }) => pinned)) {
    const parting = words.find(({ content }) => content) ?? words[0]
    if (parting !== undefined) parting.pinned = true
  }
}

const longestBound = 4

/** Pins what limits the part at `at`, as in "not more than 12"; a lone "to" or "at" limits nothing. */
const pinBounds = (parts: readonly Part[], at: number): void => {
  let first = at
  while (at - first < longestBound && parts[first - 1]?.entry.isBound === true) first--
  const nearest = parts[at - 1]?.word
  if (first === at || (first === at - 1 && (nearest === 'to' || nearest === 'at'))) return
  for (const part of parts.slice(first, at)) part.pinned = true
}

const pinNumbers = (parts: readonly Part[]): void => {
  const numbers: number[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined || !isNumber(part)) continue
    numbers.push(at)
    part.pinned = true
    pinBounds(parts, at)
    if (part.kind === UnitKind.number) pinAt(parts, companionOf(parts, at, true))
  }
  let previous = -1
  for (const at of numbers) {
    pinBetweenNumbers(parts, previous, at)
    previous = at
  }
}

const pinNegations = (parts: readonly Part[]): void => {
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    const isJoining = part.wordClass === WordClass.conjunction
    const allBut = isJoining && part.word === 'but' && parts[at - 1]?.word === 'all'
    if (part.labels || (part.wordClass !== WordClass.negation && !allBut)) continue
    part.pinned = true
    if (allBut) pinAt(parts, at - 1)
    const scope = companionOf(parts, at, false)
    pinAt(parts, scope >= 0 ? scope : companionOf(parts, at, true))
    for (let bound = at + 1; bound < scope && parts[bound]?.entry.isBound === true; bound++) pinAt(parts, bound)
  }
}

const pinHeadings = ({ text, parts }: Prose): void => {
  let heading = -1
  for (const part of parts) {
    if (part.kind === UnitKind.bullet && text.charCodeAt(part.from) === 35) heading = part.line
    if (part.line === heading) part.pinned = true
  }
}

const pinLastQuestion = ({ text, parts }: Prose): void => {
  const mark = parts.findLastIndex(({ kind, from }) => kind === UnitKind.stop && text.charCodeAt(from) === 63)
  const sentence = parts[mark]?.sentence
  if (sentence === undefined) return
  for (let at = mark; parts[at]?.sentence === sentence; at--) pinAt(parts, at)
}

/** Pins both marks of a pair if one is pinned; and what stands before a closing mark on a later line, so that the mark never opens it. */
const pinPairs = (parts: readonly Part[], { pairs }: PairedMarks): void => {
  for (const [opening, closing] of pairs) {
    if (!parts[opening]?.pinned && !parts[closing]?.pinned) continue
    pinAt(parts, opening)
    pinAt(parts, closing)
    if (parts[opening]?.line !== parts[closing]?.line) pinAt(parts, closing - 1)
  }
}

/** Pins every part that shares a group with a pinned one. */
const spread = (parts: readonly Part[]): void => {
  const isPinned = new Uint8Array(parts.length)
  for (const { pinned, group } of parts) if (pinned && group >= 0) isPinned[group] = 1
  for (const part of parts) if (part.group >= 0 && isPinned[part.group] === 1) part.pinned = true
}

/** Whether an atom that begins so is a link: `[text](target)` or `![text](target)`. */
const opensLink = (unit: number): boolean => unit === 91 || unit === 33

/** Pins sentences in other languages: their function words look like content words, so they would be garbled. */
const pinForeignSentences = (parts: readonly Part[]): void => {
  for (let first = 0; first < parts.length; ) {
    const sentence = parts[first]?.sentence
    let foreign = 0
    let little = 0
    let end = first
    for (let part = parts[first]; part?.sentence === sentence && end < parts.length; part = parts[++end])
      if (part?.kind === UnitKind.word) {
        if (part.wordClass !== WordClass.content) little++
        else if (part.entry.isForeign) foreign++
      }
    if (foreign > 1 && foreign >= little) for (const part of parts.slice(first, end)) part.pinned = true
    first = end
  }
}

/** Sets `pinned` of every part that must stay. */
export const pin = (prose: Prose, marks: PairedMarks): void => {
  const { parts, text } = prose
  pinForeignSentences(parts)
  for (const part of parts) {
    const opaque = part.kind === UnitKind.atom && !opensLink(text.charCodeAt(part.from))
    if (opaque || (part.kind === UnitKind.word && !part.labels && part.entry.isFailure)) part.pinned = true
  }
  pinNumbers(parts)
  pinNegations(parts)
  pinHeadings(prose)
  pinLastQuestion(prose)
  pinPairs(parts, marks)
  spread(parts)
}
