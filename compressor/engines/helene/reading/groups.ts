// Joins parts that stay or go together: names, amounts with their unit, dates, short quotations, "Key: value" lines.
// Decides nothing about when they go.

import { UnitKind } from '../../../text/units.ts'
import { WordClass } from '../words/function-words.ts'
import type { Part, Prose } from './prose.ts'

const longestQuotation = 12
const linkers = new Set('of the de la van von der du di da del den for'.split(' '))
const months = new Set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

const join = (parts: readonly Part[], first: number, last: number): void => {
  for (let at = first; at <= last; at++) {
    const part = parts[at]
    if (part !== undefined) part.group = first
  }
}

const isName = (part: Part | undefined): boolean =>
  part !== undefined && part.kind === UnitKind.word && part.capital && part.wordClass === WordClass.content

const isLinker = (part: Part | undefined): boolean =>
  part !== undefined && part.kind === UnitKind.word && !part.capital && linkers.has(part.word)

/** Index of the last part of the name that begins at `first`: capitalised words in a row, with up to two linking words between them. */
const nameEnd = (parts: readonly Part[], first: number): number => {
  let last = first
  for (;;) {
    if (isName(parts[last + 1])) last += 1
    else if (isLinker(parts[last + 1]) && isName(parts[last + 2])) last += 2
    else if (isLinker(parts[last + 1]) && isLinker(parts[last + 2]) && isName(parts[last + 3])) last += 3
    else return last
  }
}

const isMonth = (part: Part | undefined): boolean =>
  part?.kind === UnitKind.word && part.capital && months.has(part.word)
const isComma = (text: string, part: Part | undefined): boolean =>
  part?.kind === UnitKind.pause && text.charCodeAt(part.from) === 44

/** Index of the last part of the amount or date that begins at `first`, or `first` itself. */
const amountEnd = ({ text, parts }: Prose, first: number): number => {
  const start = parts[first]
  if (start?.kind === UnitKind.number) {
    let last = first
    while (parts[last + 1]?.kind === UnitKind.word && parts[last + 1]?.entry.isCount === true) last++
    if (!isMonth(parts[last + 1])) return last
    return parts[last + 2]?.kind === UnitKind.number ? last + 2 : last + 1
  }
  if (!isMonth(start) || parts[first + 1]?.kind !== UnitKind.number) return first
  const year = isComma(text, parts[first + 2]) ? first + 3 : first + 2
  return parts[year]?.kind === UnitKind.number && parts[year]?.sentence === start?.sentence ? year : first + 1
}

const joinNamesAndAmounts = (prose: Prose): void => {
  const { parts } = prose
  for (let first = 0; first < parts.length; first++) {
    const amount = amountEnd(prose, first)
    const last = amount > first ? amount : isName(parts[first]) ? nameEnd(parts, first) : first
    if (last > first) join(parts, first, last)
    first = last
  }
}

const straightQuote = 0x22
const openingQuote = 0x201c
const closingQuote = 0x201d

/** Joins quotations of at most twelve words on one line: they are somebody's exact words. */
const joinQuotations = ({ text, parts }: Prose): void => {
  let opened = -1
  let words = 0
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    const mark = part.end - part.from === 1 ? text.charCodeAt(part.from) : 0
    if (part.kind === UnitKind.lineBreak) opened = -1
    else if (mark === openingQuote || (mark === straightQuote && opened < 0)) {
      opened = at
      words = 0
    } else if ((mark === closingQuote || mark === straightQuote) && opened >= 0) {
      const first = parts[opened]?.group ?? -1
      if (words > 0 && words <= longestQuotation) join(parts, first >= 0 ? first : opened, at)
      opened = -1
    } else if (part.kind === UnitKind.opening || part.kind === UnitKind.closing) opened = -1
    else if (part.primary) words++
  }
}

const longestSetting = 10

/** Joins lines that say `Key: value` in few words. */
const joinSettings = ({ text, parts }: Prose): void => {
  let first = 0
  for (let at = 0; at < parts.length; at++) {
    const ends = parts[at]?.kind === UnitKind.lineBreak
    if (!ends && at + 1 < parts.length) continue
    const start = first
    const last = ends ? at - 1 : at
    first = at + 1
    if (last - start >= longestSetting) continue
    const words = parts.slice(start, last + 1)
    const colon = words.findIndex(({ kind, from }) => kind === UnitKind.pause && text.charCodeAt(from) === 58)
    // A mark with a partner on another line must not be tied to this one.
    const opensOut = words.some(({ kind, group }) => kind >= UnitKind.opening && kind <= UnitKind.stop && group < 0)
    if (colon > 0 && colon < 4 && colon + 1 < words.length && !opensOut)
      join(parts, words[0]?.kind === UnitKind.bullet ? start + 1 : start, last)
  }
}

const longestLabel = 4

/** Where the first words of a line end, if they are few. */
const leadEnd = (parts: readonly Part[], first: number): number => {
  let end = first
  while (end < first + longestLabel && (parts[end]?.kind ?? UnitKind.lineBreak) <= UnitKind.number) end++
  return end
}

/** Makes a label of what begins at a part, if it is one. */
const readLabel = ({ text, parts }: Prose, head: Part, first: number): void => {
  const before = parts[first - 1]
  if (before !== undefined && before.line === head.line && before.kind !== UnitKind.bullet) return
  const end = leadEnd(parts, first)
  const colon = parts[end]
  const said = parts[end + 1]
  if (colon?.kind !== UnitKind.pause || colon.group >= 0 || text.charCodeAt(colon.from) !== 58) return
  if (said === undefined || said.line !== head.line || said.chunk === colon.chunk || !said.primary) return
  const label = parts.slice(first, end + 1)
  if (label.some(({ wordClass }) => wordClass === WordClass.negation)) return
  for (const part of label) part.label()
}

/**
 * Finds labels, as in "Anna Smith: so what …": a label says who speaks or what the line is about, and stays as long as its line.
 * The loop within is a function of its own: compiled as a part of this one, it left compiled code at every capital letter.
 */
const findLabels = (prose: Prose): void => {
  const { parts } = prose
  for (let first = 0; first < parts.length; first++) {
    const head = parts[first]
    if (head?.capital === true) readLabel(prose, head, first)
  }
}

/** Sets `group` of every part in a group, and `labels` of those that open a line by saying whose it is. */
export const joinGroups = (prose: Prose): void => {
  joinNamesAndAmounts(prose)
  joinQuotations(prose)
  joinSettings(prose)
  findLabels(prose)
}
