// Joins parts that stay or go together: names, amounts with their unit, dates, short quotations, "Key: value" lines.
// Decides nothing about when they go.

import { UnitKind } from '../../../text/units.ts'
import { WordClass } from '../words/function-words.ts'
import { Sign } from '../words/lexicon.ts'
import type { Parts } from './parts.ts'
import { type Prose, unitAt } from './prose.ts'

const longestQuotation = 12

const join = ({ group }: Parts, first: number, last: number): void => {
  group.fill(first, first, last + 1)
}

const isName = ({ kind, capital, wordClass }: Parts, at: number): boolean =>
  capital[at] === 1 && kind[at] === UnitKind.word && wordClass[at] === WordClass.content

const isLinker = ({ capital, signs }: Parts, at: number): boolean =>
  capital[at] === 0 && ((signs[at] ?? 0) & Sign.linker) !== 0

/** Index of the last part of the name that begins at `first`: capitalised words in a row, with up to two linking words between them. */
const nameEnd = (parts: Parts, first: number): number => {
  let last = first
  for (;;) {
    if (isName(parts, last + 1)) last += 1
    else if (!isLinker(parts, last + 1)) return last
    else if (isName(parts, last + 2)) last += 2
    else if (isLinker(parts, last + 2) && isName(parts, last + 3)) last += 3
    else return last
  }
}

const isNumber = ({ kind }: Parts, at: number): boolean => kind[at] === UnitKind.number
const isMonth = ({ capital, signs }: Parts, at: number): boolean =>
  capital[at] === 1 && ((signs[at] ?? 0) & Sign.month) !== 0
const isPause = (prose: Prose, at: number, unit: number): boolean =>
  prose.parts.kind[at] === UnitKind.pause && unitAt(prose, at) === unit
const [comma, colon] = [44, 58]

/** Index of the last part of the amount or date that begins at `first`, or `first` itself. */
const amountEnd = (prose: Prose, first: number): number => {
  const { parts } = prose
  if (isNumber(parts, first)) {
    let last = first
    while (((parts.signs[last + 1] ?? 0) & Sign.count) !== 0) last++
    if (!isMonth(parts, last + 1)) return last
    return isNumber(parts, last + 2) ? last + 2 : last + 1
  }
  if (!isMonth(parts, first) || !isNumber(parts, first + 1)) return first
  const year = isPause(prose, first + 2, comma) ? first + 3 : first + 2
  return isNumber(parts, year) && parts.sentence[year] === parts.sentence[first] ? year : first + 1
}

const joinNamesAndAmounts = (prose: Prose): void => {
  const { parts } = prose
  for (let first = 0; first < parts.count; first++) {
    // Amounts begin with a number or a month, and months are written like names.
    if (parts.capital[first] === 0 && !isNumber(parts, first)) continue
    const amount = amountEnd(prose, first)
    const last = amount > first ? amount : isName(parts, first) ? nameEnd(parts, first) : first
    if (last > first) join(parts, first, last)
    first = last
  }
}

const straightQuote = 0x22
const openingQuote = 0x201c
const closingQuote = 0x201d

/** Joins quotations of at most twelve words on one line: they are somebody's exact words. */
const joinQuotations = (prose: Prose): void => {
  const { parts } = prose
  const { kind, from, end, group, primary } = parts
  let opened = -1
  let words = 0
  for (let at = 0; at < parts.count; at++) {
    const is = kind[at] ?? 0
    const mark = (end[at] ?? 0) - (from[at] ?? 0) === 1 ? unitAt(prose, at) : 0
    if (is === UnitKind.lineBreak) opened = -1
    else if (mark === openingQuote || (mark === straightQuote && opened < 0)) {
      opened = at
      words = 0
    } else if ((mark === closingQuote || mark === straightQuote) && opened >= 0) {
      const first = group[opened] ?? -1
      if (words > 0 && words <= longestQuotation) join(parts, first >= 0 ? first : opened, at)
      opened = -1
    } else if (is === UnitKind.opening || is === UnitKind.closing) opened = -1
    else if (primary[at] === 1) words++
  }
}

const longestSetting = 10

/** Joins the line `[start, last]` if it says `Key: value` in few words. */
const joinSetting = (prose: Prose, start: number, last: number): void => {
  const { parts } = prose
  const { kind, group } = parts
  let key = start
  while (key <= last && !isPause(prose, key, colon)) key++
  if (key === start || key - start > 3 || key >= last) return
  // A mark with a partner on another line must not be tied to this one.
  for (let at = start; at <= last; at++) {
    const is = kind[at] ?? 0
    if (is >= UnitKind.opening && is <= UnitKind.stop && (group[at] ?? 0) < 0) return
  }
  join(parts, kind[start] === UnitKind.bullet ? start + 1 : start, last)
}

const joinSettings = (prose: Prose): void => {
  const { kind, count } = prose.parts
  let first = 0
  for (let at = 0; at < count; at++) {
    const ends = kind[at] === UnitKind.lineBreak
    if (!ends && at + 1 < count) continue
    const last = ends ? at - 1 : at
    if (last - first < longestSetting) joinSetting(prose, first, last)
    first = at + 1
  }
}

const longestLabel = 4

/** Where the first words of a line end, if they are few. */
const leadEnd = ({ kind }: Parts, first: number): number => {
  let end = first
  while (end < first + longestLabel && (kind[end] ?? UnitKind.lineBreak) <= UnitKind.number) end++
  return end
}

/** Makes a label of what begins at a part, if it is one. */
const readLabel = (prose: Prose, first: number): void => {
  const { parts } = prose
  const { kind, line, group, chunk, primary, wordClass } = parts
  if (line[first - 1] === line[first] && kind[first - 1] !== UnitKind.bullet) return
  const end = leadEnd(parts, first)
  const said = end + 1
  if (!isPause(prose, end, colon) || (group[end] ?? 0) >= 0) return
  if (line[said] !== line[first] || chunk[said] === chunk[end] || primary[said] !== 1) return
  for (let at = first; at <= end; at++) if (wordClass[at] === WordClass.negation) return
  for (let at = first; at <= end; at++) parts.label(at)
}

/** Finds labels, as in "Anna Smith: so what …": a label says who speaks or what the line is about, and stays as long as its line. */
const findLabels = (prose: Prose): void => {
  const { capital, count } = prose.parts
  for (let first = 0; first < count; first++) if (capital[first] === 1) readLabel(prose, first)
}

/** Sets `group` of every part in a group, and `labels` of those that open a line by saying whose it is. */
export const joinGroups = (prose: Prose): void => {
  joinNamesAndAmounts(prose)
  joinQuotations(prose)
  joinSettings(prose)
  findLabels(prose)
}
