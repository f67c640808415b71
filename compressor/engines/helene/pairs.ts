// Which brackets and quotation marks belong together. Decides partners, not fates.

import { type Unit, UnitKind } from '../../text/units.ts'
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
/** Marks that open deeper than this stand alone: nesting must not make the search quadratic. */
const deepest = 64

const isMark = (kind: Unit['kind']): boolean =>
  kind === UnitKind.opening || kind === UnitKind.closing || kind === UnitKind.quote

/** Pairs the marks of a block, paragraph by paragraph. Marks within a group are left out: they share its fate. */
export const pairMarks = ({ text, parts }: Prose): PairedMarks => {
  const pairs: (readonly [number, number])[] = []
  const alone: number[] = []
  let open: { mark: string; at: number }[] = []
  parts.forEach((part, at) => {
    if (part.kind === UnitKind.lineBreak && part.end - part.from > 2) {
      alone.push(...open.map((pair) => pair.at))
      open = []
      return
    }
    if (!isMark(part.kind) || part.group >= 0) return
    const mark = text[part.from] ?? ''
    const wanted = openingOf[mark] ?? (part.kind === UnitKind.quote ? mark : '')
    const found = open.findLastIndex((pair) => pair.mark === wanted)
    const opening = open[found]
    if (opening !== undefined) {
      pairs.push([opening.at, at])
      alone.push(
        ...open
          .splice(found)
          .slice(1)
          .map((pair) => pair.at),
      )
    } else if (part.kind !== UnitKind.closing && open.length < deepest) open.push({ mark, at })
    else alone.push(at)
  })
  return { pairs, alone: [...alone, ...open.map((pair) => pair.at)] }
}
