// Finds out which brackets and quotation marks belong together. Decides nothing about when they go.

import { UnitKind } from '../../../text/units.ts'
import type { Prose } from './prose.ts'

export interface PairedMarks {
  /** Indexes of opening and closing part. */
  readonly pairs: readonly (readonly [opening: number, closing: number])[]
  /** Marks without a partner. */
  readonly alone: readonly number[]
}

const openingOf: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '}': '{',
  '>': '<',
  '”': '“',
  '’': '‘',
  '»': '«',
}
/** Marks that open deeper than this stand alone: nesting must not make the search for their partners quadratic. */
const deepest = 64

/** Whether a part is a line break with an empty line in it: no pair of marks reaches across. */
export const endsParagraph = ({ source: { units }, parts }: Prose, part: number): boolean => {
  if (parts.kind[part] !== UnitKind.lineBreak) return false
  const end = parts.end[part] ?? 0
  let lineEnds = 0
  for (let at = parts.from[part] ?? 0; at < end; at++) {
    const unit = units[at]
    if (unit === 10 || (unit === 13 && units[at + 1] !== 10)) lineEnds++
  }
  return lineEnds > 1
}

/** Pairs the marks of a text, paragraph by paragraph and kind by kind. Marks inside a group are left out: they stay or go with it. */
export const pairMarks = (prose: Prose): PairedMarks => {
  const { source, parts } = prose
  const { kind, from, group } = parts
  const pairs: (readonly [number, number])[] = []
  const alone: number[] = []
  let open = new Map<string, number[]>()
  const endParagraph = (): void => {
    for (const left of open.values()) for (const mark of left) alone.push(mark)
    open = new Map()
  }
  for (let at = 0; at < parts.count; at++) {
    const is = kind[at] ?? 0
    if (is === UnitKind.lineBreak && endsParagraph(prose, at)) endParagraph()
    if (is < UnitKind.opening || is > UnitKind.quote || (group[at] ?? 0) >= 0) continue
    const mark = source.text[from[at] ?? 0] ?? ''
    const opening = open.get(openingOf[mark] ?? (is === UnitKind.quote ? mark : ''))?.pop()
    const waiting = open.get(mark) ?? []
    if (opening !== undefined) pairs.push([opening, at])
    else if (is !== UnitKind.closing && waiting.length < deepest) open.set(mark, [...waiting, at])
    else alone.push(at)
  }
  endParagraph()
  return { pairs, alone }
}
