// Keeps the names of the columns above the rule that databases draw (`----+----`), also where the router takes the table for code.

import type { LineContext } from '../context/line-context.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { linePins, linesAt, offsetsOf } from './hinted-lines.ts'

const rule = /^-{2,}(?:\+-{2,})+\s*$/
const anyRule = /^-{2,}\+-{2,}/gm

/** Pins the units of the line above each such rule, if it has as many columns. Linear in the text. */
export const pinRuledHeaders = (context: LineContext): void => {
  const pin = linePins(context)
  for (const line of linesAt(context, offsetsOf(context.text, anyRule))) {
    const content = contentOf(context, line, Number.POSITIVE_INFINITY)
    if (line === 0 || !rule.test(content)) continue
    const above = contentOf(context, line - 1, Number.POSITIVE_INFINITY)
    if (above.split('|').length === content.split('+').length) pin(line - 1)
  }
}
