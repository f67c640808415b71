// Keeps what a database says of its tables as statements: what creates a table, an index or a view, down to its end, and what alters one. A
// table of which a column is gone is another one.

import type { LineContext } from '../context/line-context.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { linePins, linesAt, offsetsOf } from './hinted-lines.ts'

const hint =
  /^[ \t]*(?:CREATE|ALTER|COMMENT ON)\s(?:[A-Z]+ ){0,4}(?:TABLE|COLUMN|INDEX|VIEW|TYPE|TRIGGER|SEQUENCE|POLICY|FUNCTION|CONSTRAINT|SCHEMA|EXTENSION)\b/gim
/** A statement of more lines holds a program. */
const longest = 200
const ended = /;\s*$|^\)/

/** Pins those lines. Linear in the text. */
export const pinDefinitions = (context: LineContext): void => {
  const pin = linePins(context)
  let told = -1
  for (const first of linesAt(context, offsetsOf(context.text, hint))) {
    if (first <= told) continue
    const behind = Math.min(context.lines.length, first + longest)
    for (let line = first; line < behind; line += 1) {
      const content = contentOf(context, line)
      if (content === '' && line > first) break
      pin(line)
      told = line
      if (ended.test(content)) break
    }
  }
}
