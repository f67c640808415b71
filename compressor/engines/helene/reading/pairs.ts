// Finds out which brackets and quotation marks belong together. Decides nothing about when they go.

import { type Unit, UnitKind } from '../../../text/units.ts'
import type { Part, Prose } from './prose.ts'

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

const isMark = (kind: Unit['kind']): boolean =>
  kind === UnitKind.opening || kind === UnitKind.closing || kind === UnitKind.quote

/** Whether a part is a line break with an empty line in it: no pair of marks reaches across. */
export const endsParagraph = (text: string, part: Part): boolean => {
  if (part.kind !== UnitKind.lineBreak) return false
  let lineEnds = 0
  for (let at = part.from; at < part.end; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) lineEnds++
  }
  return lineEnds > 1
}

/** Pairs the marks of a text, paragraph by paragraph and kind by kind. Marks inside a group are left out: they stay or go with it. */
export const pairMarks = ({ text, parts }: Prose): PairedMarks => {
  const pairs: (readonly [number, number])[] = []
  const alone: number[] = []
  let open = new Map<string, number[]>()
  const endParagraph = (): void => {
    for (const left of open.values()) for (const mark of left) alone.push(mark)
    open = new Map()
  }
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    if (endsParagraph(text, part)) endParagraph()
    if (!isMark(part.kind) || part.group >= 0) continue
    const mark = text[part.from] ?? ''
    const opening = open.get(openingOf[mark] ?? (part.kind === UnitKind.quote ? mark : ''))?.pop()
    const waiting = open.get(mark) ?? []
    if (opening !== undefined) pairs.push([opening, at])
    else if (part.kind !== UnitKind.closing && waiting.length < deepest) open.set(mark, [...waiting, at])
    else alone.push(at)
  }
  endParagraph()
  return { pairs, alone }
}
