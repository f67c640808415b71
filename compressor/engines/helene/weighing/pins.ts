// Pins what stays at every rate: numbers and what they count, negations and what they deny, failures, headings, atoms that
// must stay verbatim, the last question, sentences in other languages. Knows nothing of scores.

import { UnitKind } from '../../../text/units.ts'
import type { PairedMarks } from '../reading/pairs.ts'
import type { Parts } from '../reading/parts.ts'
import { type Prose, unitAt, wordAt } from '../reading/prose.ts'
import { WordClass } from '../words/function-words.ts'
import { Sign } from '../words/lexicon.ts'
import { type Languages, pinOtherLanguages } from './other-languages.ts'

/** Behind which words a "but" that takes something out is pinned: "all" alone, or any word for all or none. */
export type Exceptions = 'all-but' | 'every-but'

const hasSign = ({ signs }: Parts, at: number, sign: number): boolean => ((signs[at] ?? 0) & sign) !== 0

const isNumber = (parts: Parts, at: number): boolean =>
  (parts.kind[at] === UnitKind.number || hasSign(parts, at, Sign.count)) && parts.labels[at] === 0

/** For each part, the nearest content part from it on and up to it: a text of denials alone would be searched to its end for each. */
interface Nearest {
  readonly after: Int32Array
  readonly before: Int32Array
}

const nearestContent = ({ columns, count, content }: Parts): Nearest => {
  const after = columns.int32(count)
  const before = columns.int32(count)
  for (let at = 0, last = -1; at < count; at++) {
    if (content[at] === 1) last = at
    before[at] = last
  }
  for (let at = count - 1, next = -1; at >= 0; at--) {
    if (content[at] === 1) next = at
    after[at] = next
  }
  return { after, before }
}

/** The nearest content part of the same clause: one right beside it first, then one after it, then one before it; or -1. */
const companionOf = ({ clause, content }: Parts, nearest: Nearest, at: number, backwardsToo: boolean): number => {
  const own = clause[at]
  const fits = (index: number): boolean => clause[index] === own && content[index] === 1
  if (fits(at + 1)) return at + 1
  if (backwardsToo && fits(at - 1)) return at - 1
  const next = nearest.after[at + 2] ?? -1
  if (fits(next)) return next
  const back = nearest.before[at - 2] ?? -1
  return backwardsToo && fits(back) ? back : -1
}

const pinAll = ({ pinned }: Parts, first: number, end: number): void => {
  pinned.fill(1, first, Math.max(first, end))
}

const pinAt = ({ pinned }: Parts, at: number): void => {
  if (at >= 0) pinned[at] = 1
}

/** Whether a part ends the sentence or the line of a number. It stays as long as the number, unless it is in a quotation. */
const partsFrom = ({ kind, group, sentence, line }: Parts, number: number, at: number): boolean =>
  (group[at] ?? 0) < 0 &&
  ((kind[at] === UnitKind.stop && sentence[at] === sentence[number]) ||
    (kind[at] === UnitKind.lineBreak && line[at] === line[number]))

/** Pins one word between two numbers, the first with a meaning of its own, unless one is pinned. */
const pinParting = ({ primary, pinned, content }: Parts, before: number, after: number): void => {
  let [first, meaning] = [-1, -1]
  for (let at = before + 1; at < after; at++) {
    if (primary[at] !== 1) continue
    if (pinned[at] === 1) return
    if (first < 0) first = at
    if (meaning < 0 && content[at] === 1) meaning = at
  }
  const parting = meaning < 0 ? first : meaning
  if (parting >= 0) pinned[parting] = 1
}

/** Pins what relates two numbers close together, as in "3 of 12" or "1990 to 1995"; between others, one word that separates them. */
const pinBetweenNumbers = (parts: Parts, before: number, after: number): void => {
  const { sentence, primary } = parts
  if (sentence[before] !== sentence[after]) {
    for (let at = before + 1; at < after; at++) if (partsFrom(parts, before, at)) return
    pinParting(parts, before, after)
    return
  }
  let words = 0
  for (let at = before + 1; at < after && words <= 3; at++) words += primary[at] ?? 0
  if (words <= 3) pinAll(parts, before + 1, after)
  else pinParting(parts, before, after)
}

const longestBound = 4

/** Pins what limits the part at `at`, as in "not more than 12"; a lone "to" or "at" limits nothing. */
const pinBounds = (prose: Prose, at: number): void => {
  const { parts } = prose
  let first = at
  while (at - first < longestBound && hasSign(parts, first - 1, Sign.bound)) first--
  if (first === at) return
  if (first === at - 1) {
    const nearest = wordAt(prose, first)
    if (nearest === 'to' || nearest === 'at') return
  }
  pinAll(parts, first, at)
}

const pinNumbers = (prose: Prose, nearest: Nearest): void => {
  const { parts } = prose
  const numbers: number[] = []
  for (let at = 0; at < parts.count; at++) {
    if (!isNumber(parts, at)) continue
    numbers.push(at)
    pinAt(parts, at)
    pinBounds(prose, at)
    if (parts.kind[at] === UnitKind.number) pinAt(parts, companionOf(parts, nearest, at, true))
  }
  let previous = -1
  for (const at of numbers) {
    if (previous >= 0) pinBetweenNumbers(parts, previous, at)
    previous = at
  }
}

/** Words for all or none, of which a "but" takes something out. */
const totals: ReadonlySet<string> = new Set(
  (
    'all every everything everyone everybody everywhere each any anything anyone anybody anywhere ' +
    'no none nothing nobody nowhere'
  ).split(' '),
)

/** Where the total stands that a part takes something out of: before it, or before the one word between them; or -1. */
const totalBefore = (prose: Prose, at: number, exceptions: Exceptions): number => {
  const { wordClass, kind } = prose.parts
  if (wordClass[at] !== WordClass.conjunction || wordAt(prose, at) !== 'but') return -1
  const word = wordAt(prose, at - 1)
  if (exceptions === 'all-but') return word === 'all' ? at - 1 : -1
  if (totals.has(word)) return at - 1
  return kind[at - 1] === UnitKind.word && totals.has(wordAt(prose, at - 2)) ? at - 2 : -1
}

const pinNegations = (prose: Prose, nearest: Nearest, exceptions: Exceptions): void => {
  const { parts } = prose
  const { wordClass, labels } = parts
  for (let at = 0; at < parts.count; at++) {
    const total = totalBefore(prose, at, exceptions)
    if ((wordClass[at] !== WordClass.negation && total < 0) || labels[at] === 1) continue
    pinAt(parts, at)
    if (total >= 0) pinAll(parts, total, at)
    const scope = companionOf(parts, nearest, at, false)
    pinAt(parts, scope >= 0 ? scope : companionOf(parts, nearest, at, true))
    for (let bound = at + 1; bound < scope && hasSign(parts, bound, Sign.bound); bound++) pinAt(parts, bound)
  }
}

const pinHeadings = (prose: Prose): void => {
  const { parts } = prose
  const { kind, line } = parts
  for (let at = 0; at < parts.count; at++)
    if (kind[at] === UnitKind.bullet && unitAt(prose, at) === 35) pinAll(parts, at, parts.runEnd(line, at))
}

const pinLastQuestion = (prose: Prose): void => {
  const { parts } = prose
  const { kind, sentence } = parts
  let mark = parts.count - 1
  while (mark >= 0 && !(kind[mark] === UnitKind.stop && unitAt(prose, mark) === 63)) mark--
  for (let at = mark; at >= 0 && sentence[at] === sentence[mark]; at--) pinAt(parts, at)
}

/** Pins both marks of a pair if one is pinned; and what stands before a closing mark on a later line, so that the mark never opens it. */
const pinPairs = (parts: Parts, { pairs }: PairedMarks): void => {
  const { pinned, line } = parts
  for (const [opening, closing] of pairs) {
    if (pinned[opening] !== 1 && pinned[closing] !== 1) continue
    pinAt(parts, opening)
    pinAt(parts, closing)
    if (line[opening] !== line[closing]) pinAt(parts, closing - 1)
  }
}

/** Pins every part that shares a group with a pinned one. */
const spread = ({ columns, count, pinned, group }: Parts): void => {
  const isPinned = columns.uint8(count)
  for (let at = 0; at < count; at++) {
    const first = group[at] ?? -1
    if (first >= 0 && pinned[at] === 1) isPinned[first] = 1
  }
  for (let at = 0; at < count; at++) {
    const first = group[at] ?? -1
    if (first >= 0 && isPinned[first] === 1) pinned[at] = 1
  }
}

/** Whether an atom that begins so is a link: `[text](target)` or `![text](target)`. */
const opensLink = (unit: number): boolean => unit === 91 || unit === 33

/** Sets `pinned` of every part that must stay. */
export const pin = (prose: Prose, marks: PairedMarks, exceptions: Exceptions, languages: Languages): void => {
  const { parts } = prose
  pinOtherLanguages(prose, languages)
  for (let at = 0; at < parts.count; at++) {
    const isOpaque = parts.kind[at] === UnitKind.atom && !opensLink(unitAt(prose, at))
    if (isOpaque || (hasSign(parts, at, Sign.failure) && parts.labels[at] === 0)) pinAt(parts, at)
  }
  const nearest = nearestContent(parts)
  pinNumbers(prose, nearest)
  pinNegations(prose, nearest, exceptions)
  pinHeadings(prose)
  pinLastQuestion(prose)
  pinPairs(parts, marks)
  spread(parts)
}
